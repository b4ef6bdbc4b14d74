package io.outrider.agent.loggers;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Values of one type that were read together, for comparison with the next ones: themselves where there is room for them,
 * else a digest of each, else one digest of all. Immutable.
 *
 * @param values themselves; empty where only digests are kept
 * @param digests in ascending order
 * @param together whether there is one digest of all
 * @param weight bytes of memory, more or less
 */
record PassedValues(List<Map<String, Object>> values, ValueDigest[] digests, boolean together, int weight) {
    private static final int OBJECT = 40;
    private static final int NUMBER = 20;
    private static final int OF_DIGEST = 40;
    private static final ValueDigest[] NO_DIGESTS = {};

    static final PassedValues NONE = new PassedValues(List.of(), NO_DIGESTS, false, 0);

    /** @param room bytes that they may take; one digest is kept without room as well */
    static PassedValues of(List<Map<String, Object>> values, long room) {
        long weight = OBJECT + weight(values, room);
        if (weight <= room) {
            return new PassedValues(List.copyOf(values), NO_DIGESTS, false, (int) weight);
        }
        weight = OBJECT + (long) OF_DIGEST * values.size();
        if (weight <= room) {
            ValueDigest[] digests =
                    values.stream().map(ValueDigest::of).sorted().toArray(ValueDigest[]::new);
            return new PassedValues(List.of(), digests, false, (int) weight);
        }
        return new PassedValues(List.of(), new ValueDigest[] {ValueDigest.of(values)}, true, OBJECT + OF_DIGEST);
    }

    /** Whether all of them are the same as these, where only that is known; empty where each can be looked for. */
    Optional<Boolean> areAll(List<Map<String, Object>> others) {
        return together ? Optional.of(digests[0].equals(ValueDigest.of(others))) : Optional.empty();
    }

    /** One of these that is the same, or null; where only digests are kept, it is the other itself. */
    Map<String, Object> find(Map<String, Object> other, BiPredicate<Map<String, Object>, Map<String, Object>> same) {
        for (Map<String, Object> each : values) {
            if (same.test(each, other)) {
                return each;
            }
        }
        boolean known = digests.length > 0 && Arrays.binarySearch(digests, ValueDigest.of(other)) >= 0;
        return known ? other : null;
    }

    /** Goes no further than the limit. */
    private static long weight(Object value, long limit) {
        if (value instanceof CharSequence text) {
            return OBJECT + text.length();
        }
        long weight = value instanceof List<?> || value instanceof Map<?, ?> ? OBJECT : NUMBER;
        if (value instanceof List<?> list) {
            for (Object each : list) {
                weight += weight > limit ? 0 : weight(each, limit - weight);
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> each : map.entrySet()) {
                String key = String.valueOf(each.getKey());
                weight += weight > limit ? 0 : OBJECT + key.length() + weight(each.getValue(), limit);
            }
        }
        return weight;
    }
}
