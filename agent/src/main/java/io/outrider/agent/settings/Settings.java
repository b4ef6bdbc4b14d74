package io.outrider.agent.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.functions.Binder;
import io.outrider.agent.functions.Json;
import io.outrider.api.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings by section, one for each module. So far they come from the command line: {@code --set obd.can=can1}. */
public final class Settings {
    private final Map<String, Map<String, String>> sections;
    private final Binder binder;

    private Settings(Map<String, Map<String, String>> sections) {
        this.sections = sections;
        ObjectMapper mapper = Json.mapper();
        this.binder = new Binder(mapper);
    }

    /**
     * Settings from {@code section.key=value} texts.
     *
     * @throws Failure for one that is not of this form
     */
    public static Settings of(List<String> texts) throws Failure {
        Map<String, Map<String, String>> sections = new LinkedHashMap<>();
        for (String text : texts) {
            int dot = text.indexOf('.');
            int equals = text.indexOf('=');
            if (dot <= 0 || equals < dot + 2) {
                throw new Failure(
                        Failure.Actor.CALLER,
                        "BAD_SETTING",
                        "'" + text + "' is not section.key=value, such as obd.can=can1");
            }
            sections.computeIfAbsent(text.substring(0, dot), each -> new LinkedHashMap<>())
                    .put(text.substring(dot + 1, equals), text.substring(equals + 1));
        }
        return new Settings(sections);
    }

    /**
     * Refuses sections that belong to nobody, which are mostly mistyped.
     *
     * @throws Failure naming the section and those there are
     */
    public void refuseOthersThan(Set<String> names) throws Failure {
        for (String section : sections.keySet()) {
            if (!names.contains(section)) {
                throw new Failure(
                        Failure.Actor.OPERATOR,
                        "BAD_SETTING",
                        "settings: there is no section [" + section + "]; there are: " + String.join(", ", names));
            }
        }
    }

    /**
     * One section as a record.
     *
     * @throws Failure naming section, key, value and what is allowed
     */
    public <S extends Record> S section(String name, Class<S> shape) throws Failure {
        try {
            return binder.bind(shape, List.of(), sections.getOrDefault(name, Map.of()));
        } catch (Failure e) {
            throw new Failure(Failure.Actor.OPERATOR, "BAD_SETTING", "settings, [" + name + "] " + e.getMessage(), e);
        }
    }
}
