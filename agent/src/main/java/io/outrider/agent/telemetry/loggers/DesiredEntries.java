package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.settings.SettingProblem;
import io.outrider.agent.runtime.settings.TableBinder;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart.RefusedLogger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Loggers of the desired document: the valid ones, and those refused with their problems. */
record DesiredEntries(List<LoggerSettings> valid, List<RefusedLogger> refused) {
    /** @param check reason against a call, if any; evaluated for each enabled logger */
    static DesiredEntries of(List<?> list, Function<ConfiguredCall, Optional<String>> check) {
        TableBinder binder = new TableBinder();
        Map<String, Integer> names = new LinkedHashMap<>();
        DesiredEntries read = new DesiredEntries(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < list.size(); i++) {
            List<SettingProblem> problems = new ArrayList<>();
            LoggerEntry entry = entry(binder, list.get(i), problems);
            if (entry != null && entry.isActive()) {
                check.apply(entry.call("loggers", "loggers[" + i + "]"))
                        .ifPresent(why -> problems.add(new SettingProblem("", why)));
            }
            if (entry != null && problems.isEmpty()) {
                Integer other = names.putIfAbsent(entry.uniqueName(), i);
                if (other != null) {
                    problems.add(SettingProblem.ofDuplicate("name", entry.uniqueName(), other));
                }
            }
            if (problems.isEmpty()) {
                read.valid.add(entry.settings());
            } else {
                String why = problems.stream().map(SettingProblem::toString).collect(Collectors.joining("; "));
                read.refused.add(new RefusedLogger(i, name(list.get(i)), why));
            }
        }
        return read;
    }

    private static String name(Object logger) {
        return logger instanceof Map<?, ?> table && table.get("name") instanceof String name ? name : "";
    }

    private static LoggerEntry entry(TableBinder binder, Object given, List<SettingProblem> problems) {
        if (given instanceof Map<?, ?> table) {
            return binder.bind("", LoggerEntry.class, table, problems);
        }
        problems.add(new SettingProblem("", "is no table with the keys of a logger"));
        return null;
    }
}
