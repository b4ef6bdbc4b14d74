package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Binder of a table to its record, with the tables in it; reports all problems, not just the first. */
public final class TableBinder {
    private static final SettingSource DOCUMENT = new SettingSource("document", Map.of());

    /** Keys that a path may contain: it finds their line. */
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{1,60}");

    private final Binder binder = new Binder(Json.mapper());

    /** Binds a table of a document at this path; null and the problems if there are any. */
    public <S extends Record> S bind(String path, Class<S> shape, Map<?, ?> table, List<SettingProblem> problems) {
        return bind("", path, shape, entries(table, DOCUMENT), problems);
    }

    /** Binds a section; null, and a line with file, line and section for each problem, if there are any. */
    <S extends Record> S section(String name, Class<S> shape, Map<String, SettingEntry> entries, List<String> lines) {
        List<SettingProblem> problems = new ArrayList<>();
        S bound = bind(name, "", shape, entries, problems);
        List<Parameter> parameters = Parameter.of(shape);
        for (SettingProblem each : problems) {
            Parameter parameter = Parameter.named(parameters, ListEntryPath.key(each.path()));
            SettingEntry entry = entries.entrySet().stream()
                    .filter(given -> given.getKey().equals(ListEntryPath.key(each.path()))
                            || parameter != null && parameter.aliases().contains(given.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            boolean tables = parameter != null && ListEntryPath.shape(parameter).isPresent();
            lines.add(each.line(name, entry, tables));
        }
        return bound;
    }

    /** @param section name of the section in sentences; empty in a document */
    private <S extends Record> S bind(
            String section,
            String path,
            Class<S> shape,
            Map<String, SettingEntry> entries,
            List<SettingProblem> problems) {
        int before = problems.size();
        List<Parameter> parameters = Parameter.of(shape);
        Set<String> bad = new HashSet<>();
        Map<String, Object> values = values(section, path, parameters, entries, bad, problems);
        while (true) {
            try {
                S bound = binder.bind(shape, List.of(), values);
                return problems.size() == before ? bound : null;
            } catch (Failure e) {
                Optional<InvalidSettingsException> all = InvalidSettingsException.in(e);
                for (SettingProblem each :
                        all.map(InvalidSettingsException::problems).orElseGet(() -> List.of(of(parameters, e)))) {
                    Parameter about = about(parameters, each.path());
                    // a key dropped because it is bad is not missing
                    if (about == null || !bad.contains(about.name())) {
                        problems.add((about != null && about.isHidden()
                                        ? new SettingProblem(about.name(), "takes " + about.kind())
                                        : each)
                                .in(path));
                    }
                }
                Parameter left = all.isPresent()
                        ? null
                        : about(parameters, of(parameters, e).path());
                // bind again without the bad key to find the next problem
                if (left == null || !values.keySet().removeIf(key -> left == Parameter.named(parameters, key))) {
                    return null;
                }
                bad.add(left.name());
            }
        }
    }

    /** Values by key without those that are wrong before binding. */
    private Map<String, Object> values(
            String section,
            String path,
            List<Parameter> parameters,
            Map<String, SettingEntry> entries,
            Set<String> bad,
            List<SettingProblem> problems) {
        Map<String, Object> values = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            Parameter parameter = Parameter.named(parameters, key);
            if (parameter == null) {
                problems.add(unknown(path, key, parameters));
                return;
            }
            int before = problems.size();
            Object value = value(section, SettingProblem.join(path, key), parameter, entry, problems);
            if (problems.size() > before) {
                bad.add(parameter.name());
            } else if (value != null) {
                values.put(key, value);
            }
        });
        return values;
    }

    private static SettingProblem unknown(String path, String key, List<Parameter> parameters) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        return new SettingProblem(
                KEY.matcher(key).matches() ? SettingProblem.join(path, key) : path,
                "there is no key '" + SettingsProblems.oneLine(key) + "'" + DidYouMean.hint(key, names)
                        + "; there are: " + (names.isEmpty() ? "none" : String.join(", ", names)),
                true);
    }

    private Object value(
            String section, String path, Parameter parameter, SettingEntry entry, List<SettingProblem> problems) {
        if (!entry.source().isFile() || entry.value() == null) {
            return entry.value();
        }
        QuotingCheck.wrong(parameter.type(), entry.value(), parameter.isHidden())
                .ifPresent(why -> problems.add(new SettingProblem(path, why)));
        Optional<Class<? extends Record>> entries = ListEntryPath.shape(parameter);
        if (entries.isPresent()) {
            return tables(section, path, entries.get(), entry, problems);
        }
        Optional<Class<? extends Record>> inner = ListEntryPath.recordType(parameter.type());
        return inner.isPresent() ? table(section, path, inner.get(), entry, problems) : literal(entry.value());
    }

    private Record table(
            String section,
            String path,
            Class<? extends Record> shape,
            SettingEntry entry,
            List<SettingProblem> problems) {
        if (entry.value() instanceof Map<?, ?> table) {
            return bind(section, path, shape, entries(table, entry.source()), problems);
        }
        problems.add(new SettingProblem(
                path, "takes a table, not " + SettingsProblems.oneLine(String.valueOf(entry.value()))));
        return null;
    }

    /** Binds each table of a list separately, to report the problems of each. */
    private List<Record> tables(
            String section,
            String path,
            Class<? extends Record> shape,
            SettingEntry list,
            List<SettingProblem> problems) {
        String begins = ", each of which begins with [[" + SettingProblem.join(section, path) + "]]";
        if (!(list.value() instanceof List<?> all)) {
            problems.add(new SettingProblem(path, "takes tables" + begins));
            return null;
        }
        List<Record> bound = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            String place = path + "[" + i + "]";
            if (all.get(i) instanceof Map<?, ?> table) {
                bound.add(bind(section, place, shape, entries(table, list.source()), problems));
            } else {
                problems.add(new SettingProblem(place, "is no table" + begins));
            }
        }
        return bound;
    }

    private static Map<String, SettingEntry> entries(Map<?, ?> table, SettingSource source) {
        Map<String, SettingEntry> entries = new LinkedHashMap<>();
        table.forEach((name, value) -> entries.put(String.valueOf(name), new SettingEntry(value, source)));
        return entries;
    }

    /** Quoted text stays text; only on a command line it may be JSON. */
    private static Object literal(Object value) {
        if (value instanceof List<?> list) {
            List<Object> written = new ArrayList<>(); // may contain null
            list.forEach(each -> written.add(literal(each)));
            return written;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> written = new LinkedHashMap<>();
            map.forEach((key, inner) -> written.put(String.valueOf(key), literal(inner)));
            return written;
        }
        return value instanceof String text && !text.isEmpty() && "{[".indexOf(text.charAt(0)) >= 0
                ? TextNode.valueOf(text)
                : value;
    }

    private static SettingProblem of(List<Parameter> parameters, Failure failure) {
        return about(parameters, failure.path()) != null
                ? new SettingProblem(failure.path(), failure.sentence())
                : new SettingProblem("", failure.getMessage());
    }

    private static Parameter about(List<Parameter> parameters, String path) {
        String key = ListEntryPath.key(path);
        return parameters.stream()
                .filter(each -> each.name().equals(key))
                .findFirst()
                .orElse(null);
    }
}
