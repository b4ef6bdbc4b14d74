package io.outrider.agent.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes out of values what a record cannot hold. Of what is too much, the first part stays. */
final class Cleaning {
    /** Characters of one text, of which more is cut. */
    static final int LONGEST_TEXT = 16 << 10;

    static final String MARK = "… [cut]";

    /** Lists and objects in each other. */
    static final int DEEPEST = 12;

    /** About how many bytes of JSON a record may take. */
    static final int HEAVIEST = 64 << 10;

    /** A result may become many records. */
    private static final int HEAVIEST_RESULT = 4 << 20;

    private static final int LONGEST_KEY = 200;
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private final boolean nothingEmpty;
    private int left;

    private Cleaning(boolean nothingEmpty, int left) {
        this.nothingEmpty = nothingEmpty;
        this.left = left;
    }

    /** A result in plain objects and within bounds; with its nulls, which mean something to the rules. */
    static Object tree(JsonNode result) {
        return new Cleaning(false, HEAVIEST_RESULT).value(result, 0);
    }

    /** The fields of one record: no nulls, no NaN, nothing empty. */
    static Map<String, Object> fields(Map<String, ?> fields) {
        Object clean = new Cleaning(true, HEAVIEST).value(fields, 0);
        Map<String, Object> all = new LinkedHashMap<>();
        if (clean instanceof Map<?, ?> map) {
            map.forEach((key, value) -> all.put((String) key, value));
        }
        return all;
    }

    /** @return null for what is left out */
    private Object value(Object value, int depth) {
        if (value instanceof JsonNode node) {
            return node(node, depth);
        }
        if (value instanceof Map<?, ?> map) {
            return map(map, depth);
        }
        if (value instanceof List<?> list) {
            return list(list, depth);
        }
        return leaf(value);
    }

    private Object node(JsonNode node, int depth) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(each -> map.put(each.getKey(), each.getValue()));
            return map(map, depth);
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>(node.size());
            node.forEach(list::add);
            return list(list, depth);
        }
        return node.isNull() || node.isMissingNode()
                ? null
                : leaf(node.isNumber() ? node.numberValue() : node.isBoolean() ? node.booleanValue() : node.asText());
    }

    private Object map(Map<?, ?> map, int depth) {
        if (depth >= DEEPEST) {
            return null;
        }
        Map<String, Object> clean = new LinkedHashMap<>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            if (left <= 0) {
                break;
            }
            String key = key(String.valueOf(each.getKey()), clean);
            left -= key.length() + 4;
            Object value = value(each.getValue(), depth + 1);
            if (value != null || !nothingEmpty) {
                clean.put(key, value);
            }
        }
        return clean.isEmpty() && nothingEmpty ? null : clean;
    }

    private Object list(List<?> list, int depth) {
        if (depth >= DEEPEST) {
            return null;
        }
        List<Object> clean = new ArrayList<>();
        for (Object each : list) {
            if (left <= 0) {
                break;
            }
            left -= 2;
            Object value = value(each, depth + 1);
            if (value != null || !nothingEmpty) {
                clean.add(value);
            }
        }
        return clean.isEmpty() && nothingEmpty ? null : clean;
    }

    /** One that is not the record's own, and not there yet. */
    private static String key(String given, Map<String, ?> there) {
        String key = given.length() > LONGEST_KEY ? cut(given, LONGEST_KEY) : given;
        if (key.equals("@t") || key.equals("@ts") || key.equals("@tq")) {
            key = "data_" + key.substring(1);
        }
        while (there.containsKey(key)) {
            key += "_";
        }
        return key;
    }

    private Object leaf(Object value) {
        if (value instanceof String text) {
            String whole = text.length() > LONGEST_TEXT + MARK.length() ? cut(text, LONGEST_TEXT) + MARK : text;
            left -= whole.length() + 2;
            return whole;
        }
        left -= 8;
        if (value instanceof Boolean) {
            return value;
        }
        return value instanceof Number number ? number(number) : value == null ? null : leaf(value.toString());
    }

    /** Of Java's kinds that everybody can store: Long and Double. */
    private static Number number(Number number) {
        if (number instanceof BigInteger big && (big.compareTo(LEAST) < 0 || big.compareTo(MOST) > 0)
                || number instanceof BigDecimal
                || number instanceof Float
                || number instanceof Double) {
            double value = number.doubleValue();
            return Double.isFinite(value) ? (Number) value : null;
        }
        return number.longValue() == (int) number.longValue() ? (Number) number.intValue() : number.longValue();
    }

    /** Without half a character at the end. */
    private static String cut(String text, int length) {
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
    }
}
