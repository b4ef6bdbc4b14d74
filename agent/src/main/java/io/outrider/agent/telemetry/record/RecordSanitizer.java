package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.outrider.agent.runtime.functions.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sanitizer of a record's values: removes what a record cannot hold and cuts what exceeds its limits. */
final class RecordSanitizer {
    static final int LONGEST_TEXT = 16 << 10; // bytes of its JSON; the rest is cut
    static final String MARK = "… [cut]";
    static final int DEEPEST =
            20; // nesting with the record itself, the same as for containers; deeper values become text

    /** Most bytes of JSON before a record's last field, which may be a text: with it less than the buffer's 64 KiB. */
    static final int HEAVIEST = 44 << 10;

    private static final int LONGEST_KEY = 200;
    private static final ObjectWriter JSON = Json.PLAIN.writer();
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private int left = HEAVIEST;

    private RecordSanitizer() {}

    /** Fields of one record without nulls, NaN and empty values. @param depth nesting of the record in its result */
    static Map<String, Object> fields(Set<Map.Entry<String, JsonNode>> fields, int depth) {
        Map<String, Object> clean = new RecordSanitizer().map(fields, depth);
        return clean == null ? Map.of() : clean;
    }

    /** True if it is a number that a record cannot hold. */
    static boolean isNoNumber(JsonNode node) {
        return node.isNumber() && number(node.numberValue()) == null;
    }

    /** @return null for a dropped value */
    private Object value(JsonNode value, int depth) {
        if (!value.isContainerNode()) {
            return leaf(value);
        }
        if (depth >= DEEPEST) {
            return value.isEmpty() ? null : text(json(value));
        }
        return value.isObject() ? map(value.properties(), depth) : list(value, depth);
    }

    private Map<String, Object> map(Set<Map.Entry<String, JsonNode>> map, int depth) {
        Map<String, Object> clean = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> each : map) {
            if (left <= 0) {
                break;
            }
            String key = key(each.getKey(), clean);
            left -= weight(key) + 4;
            Object value = value(each.getValue(), depth + 1);
            if (value != null) {
                clean.put(key, value);
            }
        }
        return clean.isEmpty() ? null : clean;
    }

    private List<Object> list(JsonNode list, int depth) {
        List<Object> clean = new ArrayList<>();
        for (JsonNode each : list) {
            if (left <= 0) {
                break;
            }
            left -= 2;
            Object value = value(each, depth + 1);
            if (value != null) {
                clean.add(value);
            }
        }
        return clean.isEmpty() ? null : clean;
    }

    /** JSON text of a value that is nested too deeply. */
    static String json(JsonNode deep) {
        try {
            return JSON.writeValueAsString(deep);
        } catch (JsonProcessingException | StackOverflowError e) { // too deep for the JSON writer too
            return MARK;
        }
    }

    /** Key that is neither reserved nor taken. */
    private static String key(String given, Map<String, ?> taken) {
        String key = given.length() > LONGEST_KEY ? cut(given, LONGEST_KEY) : given;
        if (key.equals("@t") || key.equals("@ts") || key.equals("@tq")) {
            key = "data_" + key.substring(1);
        }
        while (taken.containsKey(key)) {
            key += "_";
        }
        return key;
    }

    private Object leaf(JsonNode value) {
        boolean isNull = value.isNull() || value.isMissingNode();
        if (!isNull && !value.isNumber() && !value.isBoolean()) {
            return text(value.asText());
        }
        left -= 24; // the longest double
        if (value.isNumber()) {
            return number(value.numberValue());
        }
        return isNull ? null : value.booleanValue();
    }

    private String text(String text) {
        int fits = fits(text, LONGEST_TEXT + MARK.length());
        String whole = fits < text.length() ? cut(text, fits(text, LONGEST_TEXT)) + MARK : text;
        left -= weight(whole) + 2;
        return whole;
    }

    /** Integer, Long or Double, which every receiver can store; null if not finite. */
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

    /** Leading characters whose JSON has at most so many bytes. */
    private static int fits(String text, int bytes) {
        int weight = 0;
        for (int i = 0; i < text.length(); i++) {
            weight += weight(text.charAt(i));
            if (weight > bytes) {
                return i;
            }
        }
        return text.length();
    }

    private static int weight(String text) {
        return text.chars().map(RecordSanitizer::weight).sum();
    }

    /** Bytes in JSON, escaped or as UTF-8; each surrogate counts half of its pair. */
    private static int weight(int c) {
        if (c < ' ') {
            return 6;
        }
        if (c < 0x80) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        return c < 0x800 || Character.isSurrogate((char) c) ? 2 : 3;
    }

    /** Cut without half a surrogate pair at the end. */
    private static String cut(String text, int length) {
        if (length == 0) {
            return "";
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
    }
}
