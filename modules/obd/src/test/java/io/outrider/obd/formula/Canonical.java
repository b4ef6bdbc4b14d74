package io.outrider.obd.formula;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One-line form of a value with its type, as printed by oracle.py. */
final class Canonical {
    private Canonical() {}

    static String of(Object value) {
        if (value == null) {
            return "n";
        }
        if (value instanceof Boolean flag) {
            return flag ? "b:True" : "b:False";
        }
        if (value instanceof Long || value instanceof BigInteger) {
            BigInteger integer = new BigInteger(value.toString());
            return "i:" + (integer.signum() < 0 ? "-" : "") + "0x"
                    + integer.abs().toString(16);
        }
        if (value instanceof Double number) {
            return "f:" + Floats.repr(number);
        }
        if (value instanceof String text) {
            return "s:" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_16BE));
        }
        if (value instanceof byte[] bytes) {
            return "y:" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Canonical::of).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(e -> of(e.getKey()) + "=" + of(e.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        throw new AssertionError("no value of a reading: " + value.getClass());
    }
}
