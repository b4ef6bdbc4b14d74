package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Filter of one logger's readings, with the last recorded ones. Readings of one type read together, such as trouble
 * codes, are compared each with those of the previous call. Readings that exceed the memory budget are not stored and
 * pass again next time. One thread at a time.
 */
final class ReadingFilter {
    /** Most record types tracked per logger. */
    private static final int MOST_TYPES = 500;

    /** Most readings of one type compared pairwise; of more, only equal ones are filtered, without dead band. */
    private static final int MOST_COMPARED = 100;

    /** Bytes of an entry beside its name and values. */
    private static final int ENTRY = 128;

    /** Bytes reserved for each filter: a few small readings, or the timestamps of some ten types. */
    static final int OWN_BYTES = 4 << 10;

    private record Last(List<Map<String, Object>> values, long nanos, long bytes) {
        static Last of(String type, List<Map<String, Object>> values, long nanos) {
            return new Last(values, nanos, ENTRY + MemoryWeight.of(type) + MemoryWeight.of(values));
        }
    }

    private final FilterSettings settings;
    private final ReadingMemory.Account memory;
    private final Map<String, Last> byType = new HashMap<>();
    private boolean isOutOfMemory;

    ReadingFilter(FilterSettings settings, ReadingMemory.Account memory) {
        this.settings = settings;
        this.memory = memory;
    }

    /** @return the readings of one call to record */
    List<TelemetryRecord> pass(List<TelemetryRecord> read, long now) {
        if (settings.equals(FilterSettings.NONE)) {
            return read;
        }
        Map<String, List<TelemetryRecord>> groups = new LinkedHashMap<>();
        read.forEach(each ->
                groups.computeIfAbsent(each.type(), type -> new ArrayList<>()).add(each));
        if (byType.size() > MOST_TYPES) {
            List.copyOf(byType.keySet()).forEach(this::forget);
        }
        isOutOfMemory = false;
        for (String type : List.copyOf(byType.keySet())) {
            if (!groups.containsKey(type)
                    && !byType.get(type).values.isEmpty()) { // a value that disappears and returns counts as a change
                remember(type, List.of(), byType.get(type).nanos);
            }
        }
        List<TelemetryRecord> passed = new ArrayList<>();
        groups.forEach((type, group) -> passed.addAll(passGroup(type, group, now)));
        return passed;
    }

    /** True if the last readings exceeded the memory budget. */
    boolean isOutOfMemory() {
        return isOutOfMemory;
    }

    private void remember(String type, List<Map<String, Object>> values, long nanos) {
        long before = byType.containsKey(type) ? byType.get(type).bytes : 0;
        Last whole = Last.of(type, values, nanos);
        if (memory.replace(before, whole.bytes)) {
            byType.put(type, whole);
            return;
        }
        isOutOfMemory = true;
        Last when = Last.of(type, List.of(), nanos); // the timestamp alone, so that min still applies
        if (memory.replace(before, when.bytes)) {
            byType.put(type, when);
        } else {
            forget(type);
        }
    }

    private void forget(String type) {
        Last last = byType.remove(type);
        if (last != null) {
            memory.replace(last.bytes, 0);
        }
    }

    private List<TelemetryRecord> passGroup(String type, List<TelemetryRecord> group, long now) {
        Last last = byType.get(type);
        if (last != null && settings.minNanos() > 0 && now - last.nanos < settings.minNanos()) {
            return List.of();
        }
        boolean isTime = last == null || settings.maxNanos() > 0 && now - last.nanos >= settings.maxNanos();
        List<Map<String, Object>> values = new ArrayList<>();
        List<TelemetryRecord> passed = new ArrayList<>();
        Set<Map<String, Object>> exact = last == null || group.size() <= MOST_COMPARED ? null : Set.copyOf(last.values);
        for (TelemetryRecord record : group) {
            Map<String, Object> same = isTime || !settings.change() ? null : same(last.values, exact, record.fields());
            values.add(same == null ? record.fields() : same); // so a slow drift leaves the dead band
            if (same == null) {
                passed.add(record);
            }
        }
        remember(type, settings.change() ? values : List.of(), passed.isEmpty() ? last.nanos : now);
        return passed;
    }

    private Map<String, Object> same(
            List<Map<String, Object>> before, Set<Map<String, Object>> exact, Map<String, Object> fields) {
        if (exact != null) {
            return exact.contains(fields) ? fields : null;
        }
        for (Map<String, Object> each : before) {
            if (settings.position() ? isSamePlace(each, fields) : isSame(each, fields)) {
                return each;
            }
        }
        return null;
    }

    /** AutoPi's significant position: a change of speed or course in motion, else of the place. */
    private boolean isSamePlace(Map<String, Object> before, Map<String, Object> now) {
        boolean moves = now.get("sog") instanceof Number speed && speed.doubleValue() > 0;
        return moves
                ? equal(before.get("sog"), now.get("sog")) && equal(before.get("cog"), now.get("cog"))
                : isSame(before.get("loc"), now.get("loc")) && before.containsKey("loc");
    }

    private static boolean equal(Object before, Object now) {
        return before instanceof Number one && now instanceof Number other
                ? Double.compare(one.doubleValue(), other.doubleValue()) == 0 || one.equals(other)
                : Objects.equals(before, now);
    }

    private boolean isSame(Object before, Object now) {
        if (before instanceof Number one && now instanceof Number other) {
            double allowed =
                    settings.percent() ? Math.abs(one.doubleValue()) * settings.deadband() / 100 : settings.deadband();
            return allowed == 0 ? equal(before, now) : Math.abs(one.doubleValue() - other.doubleValue()) <= allowed;
        }
        if (before instanceof Map<?, ?> one && now instanceof Map<?, ?> other) {
            return one.keySet().equals(other.keySet())
                    && one.entrySet().stream().allMatch(each -> isSame(each.getValue(), other.get(each.getKey())));
        }
        if (before instanceof List<?> one && now instanceof List<?> other) {
            for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
                if (!isSame(one.get(i), other.get(i))) {
                    return false;
                }
            }
            return one.size() == other.size();
        }
        return Objects.equals(before, now);
    }
}
