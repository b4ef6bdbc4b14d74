package io.outrider.agent.runtime.functions;

import java.util.Collection;
import java.util.Map;

/** Estimate of the memory of a value; an element of a list takes far more than its characters. */
public final class MemoryWeight {
    /** Bytes of a text or number besides its characters, with its slot in a list or table. */
    public static final int NODE = 64;

    /** Bytes of a list or table besides its elements, with the copy made by masking. */
    public static final int CONTAINER = 192;

    private MemoryWeight() {}

    public static long of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return CONTAINER
                    + map.entrySet().stream()
                            .mapToLong(each -> of(each.getKey()) + of(each.getValue()))
                            .sum();
        }
        if (value instanceof Collection<?> list) {
            return CONTAINER + list.stream().mapToLong(MemoryWeight::of).sum();
        }
        return value instanceof String text ? NODE + text.length() : NODE;
    }
}
