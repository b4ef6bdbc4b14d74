package io.outrider.power;

import java.util.LinkedHashMap;
import java.util.Map;

/** Maker of maps in a given order, null values included. */
final class Members {
    private Members() {}

    /** @param pairs keys and values in turn */
    static Map<String, Object> of(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
