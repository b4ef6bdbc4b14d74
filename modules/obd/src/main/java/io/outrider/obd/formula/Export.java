package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Export from the values of the language to those of a reading. */
final class Export {
    /** Bytes that each value counts, besides its text. */
    private static final int NODE = 16;

    private Export() {}

    static Object value(Object value, Evaluation run) {
        if (value instanceof Long || value instanceof Double || value instanceof String) {
            return value;
        }
        if (value instanceof Bytes bytes) {
            return copy(bytes, run);
        }
        return value(value, run, 0);
    }

    private static byte[] copy(Bytes bytes, Evaluation run) {
        run.charge(1 + (bytes.length >> 4));
        return bytes.copy();
    }

    /** Each reference counts: as JSON the value is there as often. */
    private static Object value(Object value, Evaluation run, int depth) {
        run.result(NODE);
        if (value instanceof Bytes bytes) {
            run.result(2L * bytes.length); // hexadecimal
            return copy(bytes, run);
        }
        if (value instanceof String text) {
            run.result(Text.utf8(text));
            return text;
        }
        if (value instanceof BigInteger number) {
            run.result(number.bitLength() / 3L); // a digit
            return number;
        }
        if (value instanceof Sequence sequence) {
            run.nesting(depth);
            List<Object> list = new ArrayList<>(sequence.items.length);
            for (Object item : sequence.items) {
                run.step();
                list.add(value(item, run, depth + 1));
            }
            return Collections.unmodifiableList(list);
        }
        if (value instanceof Dict dict) {
            run.nesting(depth);
            Map<Object, Object> map = new LinkedHashMap<>();
            for (Object[] entry : dict.entries()) {
                run.step();
                map.put(value(entry[0], run, depth + 1), value(entry[1], run, depth + 1));
            }
            return Collections.unmodifiableMap(map);
        }
        if (value == null || Types.isNumber(value)) {
            return value;
        }
        String hint = value instanceof MessageValue ? ": take its .data" : ": take list(…) of it";
        throw EvaluationFailure.refused("a reading cannot carry a " + Types.name(value) + hint);
    }

    /** For people: bytes as spaced hexadecimal, the rest as Python prints it. */
    static String show(Object value, Evaluation run) {
        if (!(value instanceof Bytes bytes)) {
            return Repr.shown(value, run);
        }
        int shown = Math.min(bytes.length, 64);
        String hex = BytesMethods.hex(bytes.view(0, shown, false), " ", run).toUpperCase(Locale.ROOT);
        return bytes.length == 0 ? "(no bytes)" : hex + (shown < bytes.length ? " …" : "");
    }
}
