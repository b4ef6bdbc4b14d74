package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Schema of the settings: the record of each section. Immutable; any thread. */
public final class SettingsSchema {
    private final SortedMap<String, Class<? extends Record>> shapes;
    private final ObjectMapper mapper = Json.mapper();

    public SettingsSchema(Map<String, Class<? extends Record>> shapes) {
        this.shapes = new TreeMap<>(shapes);
    }

    public Set<String> names() {
        return shapes.keySet();
    }

    /** Keys of an existing section. */
    public List<Parameter> keys(String section) {
        return Parameter.of(shapes.get(section));
    }

    /** All problems, one a line; empty for valid settings. */
    public List<String> problems(Settings settings) {
        List<String> problems = new ArrayList<>(settings.unknown(names()));
        SectionBinder binder = new SectionBinder();
        shapes.forEach((name, shape) -> binder.bind(name, shape, settings.entries(name), problems));
        return problems;
    }

    /**
     * Adds the problems of the schema, and those of the references of valid sections.
     *
     * @param problems receives a line for each problem
     * @return warnings about valid sections, one a line
     */
    List<String> check(Settings settings, ReferenceCheck references, List<String> problems) {
        problems.addAll(problems(settings));
        try {
            return references.check(good(settings));
        } catch (Failure e) {
            problems.addAll(e.getMessage().lines().toList());
            return List.of();
        }
    }

    private Settings good(Settings settings) {
        SectionBinder binder = new SectionBinder();
        Set<String> good = new TreeSet<>(names());
        good.removeIf(name -> binder.bind(name, shapes.get(name), settings.entries(name), new ArrayList<>()) == null);
        return settings.only(good);
    }

    /** @throws Failure if there is any problem, with a line for each */
    public void validate(Settings settings) throws Failure {
        List<String> problems = problems(settings);
        if (!problems.isEmpty()) {
            throw SettingsProblems.failure(problems);
        }
    }

    /**
     * Effective values by section and key, with defaults and masked secrets; null for a key without a value.
     *
     * @throws Failure if the settings are invalid
     */
    public SortedMap<String, Map<String, Object>> effective(Settings settings) throws Failure {
        SortedMap<String, Map<String, Object>> all = new TreeMap<>();
        for (String section : names()) {
            all.put(section, effective(section, settings));
        }
        return all;
    }

    /** One section of {@link #effective(Settings)}. */
    Map<String, Object> effective(String section, Settings settings) throws Failure {
        Map<String, Object> shown = new LinkedHashMap<>();
        values(section, settings).forEach((key, value) -> shown.put(key.name(), masked(key, value)));
        return shown;
    }

    /**
     * Differences of the effective values; setting a key to its default is no change.
     *
     * @throws Failure if either of the two is invalid
     */
    public List<SettingChange> changes(Settings older, Settings newer) throws Failure {
        List<SettingChange> changes = new ArrayList<>();
        for (String section : names()) {
            Map<Parameter, JsonNode> before = values(section, older);
            values(section, newer).forEach((key, after) -> {
                if (!after.equals(before.get(key))) {
                    changes.add(new SettingChange(section, key.name(), shown(key, before.get(key)), shown(key, after)));
                }
            });
        }
        return changes;
    }

    private String shown(Parameter key, JsonNode value) {
        return value.isNull()
                ? ""
                : SecretSettings.is(key)
                        ? SecretSettings.MASK
                        : mapper.valueToTree(masked(key, value)).toString();
    }

    /** Masks also values inside, as a logger's arguments may be secret. */
    private Object masked(Parameter key, JsonNode value) {
        if (key.type() instanceof Class<?> type && type.isEnum() && value.isTextual()) {
            return value.textValue().toLowerCase(Locale.ROOT); // as written in files
        }
        boolean secret = SecretSettings.is(key) && !value.isNull();
        return secret ? SecretSettings.MASK : RedactedArguments.masked(mapper.convertValue(value, Object.class));
    }

    private Map<Parameter, JsonNode> values(String section, Settings settings) throws Failure {
        Record bound = settings.section(section, shapes.get(section));
        List<Parameter> keys = keys(section);
        JsonNode tree = keys.isEmpty() ? mapper.createObjectNode() : mapper.valueToTree(bound);
        Map<Parameter, JsonNode> values = new LinkedHashMap<>();
        keys.forEach(key -> values.put(
                key,
                tree.hasNonNull(key.name())
                        ? tree.get(key.name())
                        : mapper.getNodeFactory().nullNode()));
        return values;
    }

    /** @throws Failure naming the existing sections */
    public void require(String section) throws Failure {
        if (!names().contains(section)) {
            throw Failure.argument(
                    "key",
                    "there is no section '" + SettingsProblems.shorten(section) + "'"
                            + DidYouMean.hint(section, names()) + "; there are: "
                            + String.join(", ", new TreeSet<>(names())));
        }
    }
}
