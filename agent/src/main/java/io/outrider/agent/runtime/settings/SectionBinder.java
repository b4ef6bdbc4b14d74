package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Binder of a section's entries to its record; reports all problems, not just the first. */
final class SectionBinder {
    private final Binder binder = new Binder(Json.mapper());

    /**
     * Section or table of a list that is bound.
     *
     * @param path prefix of its keys, without the last dot
     * @param who name for people; empty for a section
     * @param source place of missing keys; null if unknown
     */
    private record Place(String section, String path, String who, SettingSource source) {
        static Place of(String section) {
            return new Place(section, section, "", null);
        }

        Place entry(String key, SettingEntry list, int index) {
            String words = ListEntryPath.of(section, list.value(), index).words();
            return new Place(
                    section,
                    path + "." + key + "[" + index + "]",
                    who.isEmpty() ? words : who + ", " + words,
                    list.source());
        }

        /** Prefix of a message that begins with the key. */
        String at(SettingSource from, String inner) {
            return from.at(path + "." + inner) + "[" + section + "] " + (who.isEmpty() ? "" : who + ", ");
        }

        /** Prefix of a message about the whole place, with the line of a key in it. */
        String of(SettingSource from, String inner) {
            return from.at(inner.isEmpty() ? path : path + "." + inner) + "[" + section + "] "
                    + (who.isEmpty() ? "" : who + ": ");
        }
    }

    /**
     * @param problems receives a line for each problem
     * @return null if there is any problem
     */
    <S extends Record> S bind(
            String section, Class<S> shape, Map<String, SettingEntry> entries, List<String> problems) {
        return bind(Place.of(section), shape, entries, problems);
    }

    private <S extends Record> S bind(
            Place place, Class<S> shape, Map<String, SettingEntry> entries, List<String> problems) {
        int before = problems.size();
        List<Parameter> parameters = Parameter.of(shape);
        Set<String> bad = new HashSet<>();
        Map<String, Object> values = known(place, parameters, entries, bad, problems);
        while (true) {
            try {
                S bound = binder.bind(shape, List.of(), values);
                return problems.size() == before ? bound : null;
            } catch (Failure e) {
                Parameter about = null;
                for (String each : InvalidSettingsException.of(e)) {
                    about = about(parameters, each);
                    // a key dropped because it is bad is not missing
                    if (about == null || !bad.contains(about.name())) {
                        problems.add(describe(place, about, entries, each));
                    }
                }
                Parameter left = about;
                // bind again without the bad key to find the next problem
                if (left == null || !values.keySet().removeIf(key -> left == Parameter.named(parameters, key))) {
                    return null;
                }
                bad.add(left.name());
            }
        }
    }

    /** Removes entries that are wrong before binding. */
    private Map<String, Object> known(
            Place place,
            List<Parameter> parameters,
            Map<String, SettingEntry> entries,
            Set<String> bad,
            List<String> problems) {
        Map<String, Object> values = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            Parameter parameter = Parameter.named(parameters, key);
            int before = problems.size();
            if (parameter == null) {
                List<String> names = parameters.stream().map(Parameter::name).toList();
                problems.add(place.of(entry.source(), key) + "there is no key '" + SettingsProblems.shorten(key) + "'"
                        + DidYouMean.hint(key, names) + "; there are: "
                        + (names.isEmpty() ? "none" : String.join(", ", names)));
                return;
            }
            if (entry.source().isFile()) {
                QuotingCheck.wrong(parameter.type(), entry.value(), SecretSettings.is(parameter))
                        .ifPresent(why -> problems.add(place.at(entry.source(), key) + key + ": " + why));
            }
            if (ListEntryPath.areTables(parameter) && entry.source().isFile()) {
                entries(place, parameter, entry, problems);
            }
            if (problems.size() > before) {
                bad.add(parameter.name());
            } else {
                values.put(key, entry.source().isFile() ? literal(entry.value()) : entry.value());
            }
        });
        return values;
    }

    /** Binds each table of a list separately, to report the problems of each. */
    private void entries(Place place, Parameter key, SettingEntry list, List<String> problems) {
        String begins = ", each of which begins with [[" + place.path() + "." + key.name() + "]]";
        if (!(list.value() instanceof List<?> all)) {
            problems.add(place.at(list.source(), key.name()) + key.name() + ": takes tables" + begins);
            return;
        }
        for (int i = 0; i < all.size(); i++) {
            Place entry = place.entry(key.name(), list, i);
            if (!(all.get(i) instanceof Map<?, ?> table)) {
                problems.add(entry.of(list.source(), "") + "is no table" + begins);
                continue;
            }
            Map<String, SettingEntry> inner = new LinkedHashMap<>();
            table.forEach((name, value) -> inner.put(String.valueOf(name), new SettingEntry(value, list.source())));
            ListEntryPath.shape(key).ifPresent(shape -> bind(entry, shape, inner, problems));
        }
    }

    /** Quoted text stays text; only on a command line it may be JSON. */
    private static Object literal(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(SectionBinder::literal).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> written = new LinkedHashMap<>();
            map.forEach((key, held) -> written.put(String.valueOf(key), literal(held)));
            return written;
        }
        return value instanceof String text && !text.isEmpty() && "{[".indexOf(text.charAt(0)) >= 0
                ? TextNode.valueOf(text)
                : value;
    }

    /** Parameter of a binder's message, which begins with the parameter's name. */
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

    private static String describe(
            Place place, Parameter parameter, Map<String, SettingEntry> entries, String message) {
        SettingEntry entry = parameter == null
                ? null
                : entries.entrySet().stream()
                        .filter(each -> parameter == Parameter.named(List.of(parameter), each.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
        if (entry == null) {
            return place.source() == null
                    ? "settings, [" + place.section() + "] " + message
                    : place.at(place.source(), "") + message;
        }
        String path = message.substring(0, Math.max(parameter.name().length(), message.indexOf(':')));
        return place.at(entry.source(), path)
                + (SecretSettings.is(parameter)
                        ? parameter.name() + ": takes " + parameter.kind()
                        : ListEntryPath.inWords(place.section(), parameter, entry.value(), message));
    }
}
