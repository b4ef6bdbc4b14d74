package io.outrider.agent.settings;

import io.outrider.agent.functions.Binder;
import io.outrider.agent.functions.Json;
import io.outrider.agent.functions.Nearest;
import io.outrider.agent.functions.Parameter;
import io.outrider.api.Failure;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the record of a section from what was written, and finds everything that is wrong in it, not just the first. */
final class SectionBinder {
    private final Binder binder = new Binder(Json.mapper());

    /**
     * @param problems gets a line for everything that is wrong
     * @return null if anything is
     */
    <S extends Record> S bind(String section, Class<S> shape, Map<String, Entry> entries, List<String> problems) {
        int before = problems.size();
        List<Parameter> parameters = Parameter.of(shape);
        Map<String, Object> values = known(section, parameters, entries, problems);
        Set<String> bad = new HashSet<>();
        while (true) {
            try {
                S bound = binder.bind(shape, List.of(), values);
                return problems.size() == before ? bound : null;
            } catch (Failure e) {
                Parameter parameter = about(parameters, e.getMessage());
                // what was left out because it is bad is not missing
                if (parameter == null || !bad.contains(parameter.name())) {
                    problems.add(told(section, parameter, entries, e.getMessage()));
                }
                // without the bad one, the next shows
                if (parameter == null
                        || !values.keySet().removeIf(key -> parameter == Parameter.named(parameters, key))) {
                    return null;
                }
                bad.add(parameter.name());
            }
        }
    }

    /** Without what can be told to be wrong before binding. */
    private static Map<String, Object> known(
            String section, List<Parameter> parameters, Map<String, Entry> entries, List<String> problems) {
        Map<String, Object> values = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            Parameter parameter = Parameter.named(parameters, key);
            if (parameter == null) {
                List<String> names = parameters.stream().map(Parameter::name).toList();
                problems.add(entry.source().at(section + "." + key) + "[" + section + "] there is no key '"
                        + Problems.shorten(key) + "'" + Nearest.hint(key, names) + "; there are: "
                        + (names.isEmpty() ? "none" : String.join(", ", names)));
                return;
            }
            values.put(key, entry.value());
            if (entry.source().isFile()) {
                Quotes.missing(parameter.type(), entry.value(), Secrets.is(parameter))
                        .ifPresent(why -> {
                            problems.add(
                                    entry.source().at(section + "." + key) + "[" + section + "] " + key + ": " + why);
                            values.remove(key);
                        });
            }
        });
        return values;
    }

    /** Whose value a message of the binder is about: it begins with the name. */
    private static Parameter about(List<Parameter> parameters, String message) {
        for (Parameter parameter : parameters) {
            String rest = message.startsWith(parameter.name())
                    ? message.substring(parameter.name().length())
                    : "";
            if (!rest.isEmpty() && ":.[".indexOf(rest.charAt(0)) >= 0) {
                return parameter;
            }
        }
        return null;
    }

    private static String told(String section, Parameter parameter, Map<String, Entry> entries, String message) {
        Entry entry = parameter == null
                ? null
                : entries.entrySet().stream()
                        .filter(each -> parameter == Parameter.named(List.of(parameter), each.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
        if (entry == null) {
            return "settings, [" + section + "] " + message;
        }
        String path = message.substring(0, Math.max(parameter.name().length(), message.indexOf(':')));
        return entry.source().at(section + "." + path) + "[" + section + "] "
                + (Secrets.is(parameter) ? parameter.name() + ": takes " + parameter.kind() : message);
    }
}
