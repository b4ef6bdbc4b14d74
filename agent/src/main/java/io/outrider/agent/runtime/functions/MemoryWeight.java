package io.outrider.agent.runtime.functions;

import java.util.Collection;
import java.util.Map;

/** Memory that a value takes, roughly: an element of a list costs far more than its characters. */
public final class MemoryWeight {
    /** A text or number beside its characters, with its place in a list or table. */
    public static final int NODE = 64;

    /** A list or table beside its elements, also where secrets are masked, which is a copy. */
    public static final int CONTAINER = 192;

    private MemoryWeight() {}

    /** Bytes of a value of JSON's kinds. */
    public static long of(Object value) {
        if (value instanceof Map<?, ?> map) {
            long sum = CONTAINER;
            for (Map.Entry<?, ?> each : map.entrySet()) {
                sum += of(each.getKey()) + of(each.getValue());
            }
            return sum;
        }
        if (value instanceof Collection<?> list) {
            long sum = CONTAINER;
            for (Object each : list) {
                sum += of(each);
            }
            return sum;
        }
        return value instanceof String text ? NODE + text.length() : NODE;
    }
}
