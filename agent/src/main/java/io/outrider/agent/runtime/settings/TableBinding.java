package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/** Binding of one table to its record: a key that is wrong is left out, to find the next problem. Used once. */
final class TableBinding<S extends Record> {
    /** Keys that a path may contain: it finds their line. */
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{1,60}");

    private final Binder binder = new Binder(Json.mapper());
    private final String section;
    private final String path;
    private final Class<S> shape;
    private final List<Parameter> parameters;
    private final List<SettingProblem> problems;
    private final Map<String, Object> values = new LinkedHashMap<>(); // without those that are wrong
    private final Set<String> bad = new HashSet<>(); // keys with a problem
    /** Indices in the file of the valid entries of lists of tables, by key. */
    private final Map<String, List<Integer>> sourceIndices = new HashMap<>();

    /**
     * @param section name of the section in sentences; empty in a document
     * @param problems list to add to
     */
    TableBinding(String section, String path, Class<S> shape, List<SettingProblem> problems) {
        this.section = section;
        this.path = path;
        this.shape = shape;
        this.problems = problems;
        parameters = Parameter.of(shape);
    }

    /** Binds a table; null if there is any problem. */
    static <S extends Record> S complete(
            String section,
            String path,
            Class<S> shape,
            Map<String, SettingEntry> entries,
            List<SettingProblem> problems) {
        int before = problems.size();
        BoundSection<S> bound = new TableBinding<>(section, path, shape, problems).bind(entries);
        return problems.size() == before ? bound.record() : null;
    }

    static Map<String, SettingEntry> entries(Map<?, ?> table, SettingSource source) {
        Map<String, SettingEntry> entries = new LinkedHashMap<>();
        table.forEach((name, value) -> entries.put(String.valueOf(name), new SettingEntry(value, source)));
        return entries;
    }

    /** The record of what is not wrong; null if there is none. */
    BoundSection<S> bind(Map<String, SettingEntry> entries) {
        entries.forEach(this::read);
        while (true) {
            try {
                return new BoundSection<>(binder.bind(shape, parameters, List.of(), values), Map.copyOf(sourceIndices));
            } catch (Failure e) {
                List<SettingProblem> found = found(e);
                found.forEach(this::report);
                if (!leaveOut(found)) {
                    return null;
                }
            }
        }
    }

    private void read(String key, SettingEntry entry) {
        Parameter parameter = Parameter.named(parameters, key);
        if (parameter == null) {
            problems.add(unknown(key));
            return;
        }
        int before = problems.size();
        Object value = value(SettingProblem.join(path, key), parameter, entry);
        if (value != null) {
            values.put(key, value);
        } else if (problems.size() > before) {
            bad.add(parameter.name());
        }
    }

    private SettingProblem unknown(String key) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        return new SettingProblem(
                KEY.matcher(key).matches() ? SettingProblem.join(path, key) : path,
                "there is no key '" + SettingsProblems.oneLine(key) + "'" + DidYouMean.hint(key, names)
                        + "; there are: " + (names.isEmpty() ? "none" : String.join(", ", names)),
                true,
                Set.of());
    }

    /** The value to bind; null if it is absent or wrong. */
    private Object value(String at, Parameter parameter, SettingEntry entry) {
        if (!entry.source().isFile() || entry.value() == null) {
            return entry.value();
        }
        Optional<Class<? extends Record>> tables = ListEntryPath.shape(parameter);
        if (tables.isPresent()) {
            return tables(at, parameter.name(), tables.get(), entry);
        }
        Optional<Class<? extends Record>> table = ListEntryPath.recordType(parameter.type());
        if (table.isPresent()) {
            return table(at, table.get(), entry);
        }
        int before = problems.size();
        new ValueCheck(parameter.isHidden(), problems).check(at, parameter.type(), entry.value());
        return problems.size() > before ? null : ValueCheck.literal(entry.value());
    }

    private Record table(String at, Class<? extends Record> inner, SettingEntry entry) {
        if (entry.value() instanceof Map<?, ?> table) {
            return complete(section, at, inner, entries(table, entry.source()), problems);
        }
        problems.add(new SettingProblem(
                at, "takes a table, not " + SettingsProblems.oneLine(String.valueOf(entry.value()))));
        return null;
    }

    /** Binds each table of a list separately; without those that are wrong, and those with the name of another. */
    private List<Record> tables(String at, String key, Class<? extends Record> inner, SettingEntry list) {
        String begins = ", each of which begins with [[" + SettingProblem.join(section, at) + "]]";
        if (!(list.value() instanceof List<?> all)) {
            problems.add(new SettingProblem(at, "takes tables" + begins));
            return null;
        }
        Map<String, Integer> names = new HashMap<>();
        List<Record> bound = new ArrayList<>();
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            String place = at + "[" + i + "]";
            if (!(all.get(i) instanceof Map<?, ?> table)) {
                problems.add(new SettingProblem(place, "is no table" + begins));
                continue;
            }
            Record record = complete(section, place, inner, entries(table, list.source()), problems);
            String name = name(record, inner, table);
            Integer other = name == null ? null : names.putIfAbsent(name, i);
            if (other != null) {
                problems.add(SettingProblem.ofDuplicate(place + ".name", name, other));
            } else if (record != null) {
                bound.add(record);
                indices.add(i);
            }
        }
        sourceIndices.put(key, indices);
        return bound;
    }

    /** Name that no other entry may have; of a wrong entry the written one. Null if there is none. */
    private static String name(Record record, Class<?> inner, Map<?, ?> table) {
        if (record instanceof NamedEntry named) {
            return named.uniqueName();
        }
        boolean isNamed = NamedEntry.class.isAssignableFrom(inner);
        return isNamed && table.get("name") instanceof String written ? written.strip() : null;
    }

    private List<SettingProblem> found(Failure e) {
        Optional<Throwable> fault = Binder.fault(e);
        if (fault.isPresent()) {
            // not a constant, as a call of the command line ends before a log is set up
            LoggerFactory.getLogger(TableBinding.class).error("settings class {} failed", shape.getName(), fault.get());
            return List.of(new SettingProblem(
                    "",
                    "its settings class " + shape.getSimpleName() + " failed ("
                            + fault.get().getClass().getSimpleName()
                            + "), which is a fault in it; please report it with what the log has of it"));
        }
        return InvalidSettingsException.in(e)
                .map(InvalidSettingsException::problems)
                .orElseGet(() -> List.of(
                        about(e.path()) != null
                                ? new SettingProblem(e.path(), e.sentence())
                                : new SettingProblem("", e.getMessage())));
    }

    /** Adds a problem, unless it only shows because a key that is wrong was left out. */
    private void report(SettingProblem problem) {
        Parameter about = about(problem.path());
        boolean follows = about != null && bad.contains(about.name())
                || problem.others().stream().anyMatch(bad::contains);
        SettingProblem written = about != null && about.isHidden()
                ? new SettingProblem(about.name(), "takes " + about.kind())
                : problem.at(BoundSection.sourcePath(problem.path(), sourceIndices));
        SettingProblem shown = written.in(path);
        if (!follows && !problems.contains(shown)) {
            problems.add(shown);
        }
    }

    /** @return whether any of the keys was given, so that the rest can be bound */
    private boolean leaveOut(List<SettingProblem> found) {
        boolean isAny = false;
        for (SettingProblem each : found) {
            Parameter about = about(each.path());
            if (about != null) {
                isAny |= values.keySet().removeIf(key -> about == Parameter.named(parameters, key));
                bad.add(about.name());
            }
        }
        return isAny;
    }

    private Parameter about(String inner) {
        String key = ListEntryPath.key(inner);
        return parameters.stream()
                .filter(each -> each.name().equals(key))
                .findFirst()
                .orElse(null);
    }
}
