package io.outrider.wire.columns;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as a language has it whose decimals are doubles. */
final class Rounded {
    private Rounded() {}

    static Object of(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((name, each) -> all.put((String) name, of(each)));
            return all;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Rounded::of).toList();
        }
        if (value instanceof BigDecimal decimal) {
            return Double.isInfinite(decimal.doubleValue()) ? "Infinity" : (Object) decimal.doubleValue();
        }
        return value;
    }
}
