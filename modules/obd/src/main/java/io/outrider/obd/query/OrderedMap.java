package io.outrider.obd.query;

import java.util.LinkedHashMap;
import java.util.Map;

/** Objects of results, with their members in display order. */
public final class OrderedMap {
    private OrderedMap() {}

    public static Map<String, Object> of(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
