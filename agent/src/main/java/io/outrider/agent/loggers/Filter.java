package io.outrider.agent.loggers;

import io.outrider.agent.telemetry.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What has passed, and with it what may pass next. Records of one type that are read together, such as trouble codes, are
 * compared one by one with those that were read together before. One thread at a time.
 */
final class Filter {
    /** Of a function that names its types at random, so many are remembered. */
    private static final int MOST_TYPES = 500;

    /** Bytes that the values of all types take: there may be a thousand loggers. */
    static final int MOST_BYTES = 16 * 1024;

    private static final Set<String> OF_POSITION = Set.of("loc", "sog", "cog");

    /** What was read last of a type, as far as it passed. */
    private record Last(PassedValues values, long nanos) {}

    private final FilterSettings settings;
    private final Map<String, Last> byType = new HashMap<>();
    private long taken;

    Filter(FilterSettings settings) {
        this.settings = settings;
    }

    /**
     * @param read in one call
     * @param now by the ticker
     * @return those that become records
     */
    List<Sample> pass(List<Sample> read, long now) {
        if (settings.equals(FilterSettings.NONE)) {
            return read;
        }
        Map<String, List<Sample>> groups = new LinkedHashMap<>();
        read.forEach(each ->
                groups.computeIfAbsent(each.type(), type -> new ArrayList<>()).add(each));
        if (byType.size() > MOST_TYPES) {
            byType.clear();
        }
        byType.replaceAll(
                (type, last) -> // what is gone and comes again is news
                groups.containsKey(type) ? last : new Last(PassedValues.NONE, last.nanos));
        taken = byType.values().stream().mapToLong(last -> last.values.weight()).sum();
        List<Sample> passed = new ArrayList<>();
        groups.forEach((type, group) -> passed.addAll(passGroup(type, group, now)));
        return passed;
    }

    /** How many types are known of. */
    int remembered() {
        return byType.size();
    }

    /** Bytes that the values of all types take. */
    long taken() {
        return taken;
    }

    private List<Sample> passGroup(String type, List<Sample> group, long now) {
        Last last = byType.get(type);
        if (last != null && settings.minNanos() > 0 && now - last.nanos < settings.minNanos()) {
            return List.of();
        }
        boolean isTime = last == null || settings.maxNanos() > 0 && now - last.nanos >= settings.maxNanos();
        boolean isNews = isTime || !settings.change();
        List<Map<String, Object>> all =
                group.stream().map(each -> significant(each.fields())).toList();
        Optional<Boolean> asBefore = isNews ? Optional.of(false) : last.values.areAll(all);
        List<Map<String, Object>> values = new ArrayList<>();
        List<Sample> passed = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Map<String, Object> one = all.get(i);
            Map<String, Object> same = asBefore.isEmpty()
                    ? last.values.find(one, settings.position() ? Filter::isSamePlace : this::isSame)
                    : asBefore.get() ? one : null;
            values.add(same == null ? one : same); // so that a slow drift leaves the dead band some day
            if (same == null) {
                passed.add(group.get(i));
            }
        }
        taken -= last == null ? 0 : last.values.weight();
        PassedValues kept = settings.change() ? PassedValues.of(values, MOST_BYTES - taken) : PassedValues.NONE;
        taken += kept.weight();
        byType.put(type, new Last(kept, passed.isEmpty() ? last.nanos : now));
        return passed;
    }

    private Map<String, Object> significant(Map<String, Object> fields) {
        if (!settings.position()) {
            return fields;
        }
        Map<String, Object> some = new HashMap<>(fields);
        some.keySet().retainAll(OF_POSITION);
        return some;
    }

    /** The incumbent's significant position: in motion speed and course count, else the place. */
    private static boolean isSamePlace(Map<String, Object> before, Map<String, Object> now) {
        boolean moves = now.get("sog") instanceof Number speed && speed.doubleValue() > 0;
        return moves
                ? equal(before.get("sog"), now.get("sog")) && equal(before.get("cog"), now.get("cog"))
                : equalAll(before.get("loc"), now.get("loc")) && before.containsKey("loc");
    }

    private static boolean equalAll(Object before, Object now) {
        return before instanceof Map<?, ?> one && now instanceof Map<?, ?> other
                ? one.keySet().equals(other.keySet())
                        && one.entrySet().stream().allMatch(each -> equal(each.getValue(), other.get(each.getKey())))
                : equal(before, now);
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
