package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forms of values that several start parameters share. */
final class ParameterForms {
    static final int MOST_ELEMENTS = 500;

    private static final Pattern SIZE = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([bkmgt]?)(?:i?b)?");
    private static final Pattern DURATION = Pattern.compile(
            "(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m(?!s))?" + "(?:([0-9]{1,9}(?:\\.[0-9]{1,9})?)s)?(?:([0-9]{1,9})ms)?");

    private ParameterForms() {}

    static JsonNode text(DocumentValue value) throws Failure {
        return TextNode.valueOf(value.text());
    }

    static JsonNode bool(DocumentValue value) throws Failure {
        return BooleanNode.valueOf(value.bool());
    }

    static JsonNode integer(DocumentValue value) throws Failure {
        return number(value.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    static JsonNode count(DocumentValue value) throws Failure {
        return number(value.integer(0, Long.MAX_VALUE));
    }

    /** Number as Jackson reads it, so that trees can be compared. */
    static JsonNode number(long number) {
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
    }

    private static JsonNode whole(DocumentValue value, BigDecimal number) throws Failure {
        return number(value.with(number.toBigInteger().toString()).integer(0, Long.MAX_VALUE));
    }

    /** Bytes: 268435456, "256m", "1.5g"; -1 for no limit. */
    static JsonNode bytes(DocumentValue value) throws Failure {
        String text = value.scalar().toLowerCase(Locale.ROOT);
        Matcher size = SIZE.matcher(text);
        if (text.equals("-1")) {
            return number(-1);
        }
        if (!size.matches()) {
            throw value.invalid("must be a number of bytes such as 268435456 or 256m");
        }
        BigDecimal unit = BigDecimal.valueOf(1024).pow("bkmgt".indexOf(size.group(2))); // an empty one is at 0
        return whole(value, new BigDecimal(size.group(1)).multiply(unit));
    }

    /** CPUs as "1.5" in billionths. */
    static JsonNode cpus(DocumentValue value) throws Failure {
        return whole(value, value.number().movePointRight(9));
    }

    /** Nanoseconds: 30000000000 or "30s", "1m30s", "500ms". */
    static long nanos(DocumentValue value) throws Failure {
        String text = value.scalar();
        Matcher parts = DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            long nanos = text.matches("[0-9]+") ? value.integer(0, Long.MAX_VALUE) : -1;
            if (nanos < 0 || nanos > 0 && nanos < 1_000_000) {
                throw value.invalid("must be a time such as 30s or 1m30s, or at least 1000000 nanoseconds");
            }
            return nanos;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        long[] units = {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L};
        for (int i = 0; i < units.length; i++) {
            String part = parts.group(i + 1);
            nanos = nanos.add(
                    part == null ? BigDecimal.ZERO : new BigDecimal(part).multiply(BigDecimal.valueOf(units[i])));
        }
        return nanos.longValue();
    }

    /** Whole seconds: 10 or "10s". */
    static JsonNode seconds(DocumentValue value) throws Failure {
        boolean unit = value.value() instanceof String text && text.matches(".*[a-z]");
        return number(unit ? nanos(value) / 1_000_000_000 : value.integer(0, Integer.MAX_VALUE));
    }

    /** Elements of a list, or the parts of one text. */
    static List<DocumentValue> items(DocumentValue value, String separator) throws Failure {
        if (!(value.value() instanceof String text)) {
            return value.value() instanceof Number ? List.of(value) : value.list(MOST_ELEMENTS);
        }
        List<DocumentValue> items = new ArrayList<>();
        for (String part : text.split(separator)) {
            if (!part.isBlank()) {
                items.add(value.with(part.strip()));
            }
        }
        return items;
    }

    static JsonNode texts(DocumentValue value) throws Failure {
        List<String> texts = new ArrayList<>();
        for (DocumentValue each : items(value, ",")) {
            texts.add(each.text());
        }
        return array(texts);
    }

    /** Words of a list, or of a text as a shell splits it. */
    static JsonNode words(DocumentValue value) throws Failure {
        if (value.value() instanceof String) {
            return array(QuotedWords.split(value));
        }
        List<String> words = new ArrayList<>();
        for (DocumentValue each : value.list(MOST_ELEMENTS)) {
            words.add(each.scalar());
        }
        return array(words);
    }

    static Map<String, String> pairs(DocumentValue value) throws Failure {
        return pairs(value, '=', ",", false);
    }

    /**
     * Pairs of a map, of a list of "name=value" or of maps, or of a text with several of them.
     *
     * @param separator between those of a text
     * @param bare whether the sign and the value may be missing
     */
    static Map<String, String> pairs(DocumentValue value, char sign, String separator, boolean bare) throws Failure {
        Map<String, String> pairs = new TreeMap<>();
        if (value.value() instanceof Map) {
            for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
                if (each.getValue().value() != null) {
                    pairs.put(each.getKey(), each.getValue().scalar());
                }
            }
            return pairs;
        }
        for (DocumentValue item : items(value, separator)) {
            if (item.value() instanceof Map<?, ?> map) {
                boolean named = map.size() == 2 && map.containsKey("name") && map.containsKey("value");
                pairs.putAll(
                        named
                                ? Map.of(
                                        item.member("name").text(),
                                        item.member("value").scalar())
                                : pairs(item, sign, separator, bare));
                continue;
            }
            String text = item.text();
            int at = text.indexOf(sign);
            if (at < 1 && !(bare && at < 0)) {
                throw item.invalid("must be NAME" + sign + "VALUE");
            }
            pairs.put(at < 0 ? text : text.substring(0, at), at < 0 ? "" : text.substring(at + 1));
        }
        return pairs;
    }

    static ArrayNode array(Collection<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    static ObjectNode object(Map<String, String> pairs) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        pairs.forEach(object::put);
        return object;
    }
}
