package io.outrider.wire.columns;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Conversion of decimals to doubles, as in languages without exact decimals. */
final class Rounded {
    private Rounded() {}

    static Object of(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((name, each) -> members.put((String) name, of(each)));
            return members;
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
