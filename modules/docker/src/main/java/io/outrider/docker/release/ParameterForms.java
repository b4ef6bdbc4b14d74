package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forms of values that several start parameters share. */
final class ParameterForms {
    static final int MOST_ELEMENTS = 500;

    private static final Pattern SIZE = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?) ?([bkmgt]?)(?:i?b)?");
    private static final long MILLISECOND = 1_000_000;

    /** Word of a command line; its quotation marks and escaped characters. */
    private static final Pattern WORD =
            Pattern.compile("((?:[^\\s\"'\\\\]|\\\\.?|'[^']*+'|\"(?:[^\"\\\\]|\\\\.)*+\")++)\\s*+", Pattern.DOTALL);

    private static final Pattern QUOTED =
            Pattern.compile("\\\\(.)|'([^']*+)'|\"((?:[^\"\\\\]|\\\\.)*+)\"", Pattern.DOTALL);

    private ParameterForms() {}

    /** Number as Jackson reads it, so that trees can be compared. */
    static JsonNode number(long number) {
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
    }

    /** Bytes: 268435456, "256m", "1.5g"; -1 for no limit. */
    static JsonNode bytes(DocumentValue value) throws Failure {
        String text = value.scalar().toLowerCase(Locale.ROOT);
        Matcher size = SIZE.matcher(text);
        if (!size.matches() && !text.equals("-1")) {
            throw value.invalid("must be a number of bytes such as 268435456 or 256m");
        }
        return text.equals("-1")
                ? number(-1)
                : times(value.with(size.group(1)), 1L << 10 * "bkmgt".indexOf(size.group(2))); // none is at 0
    }

    /** The integer part of a multiple, such as of CPUs in billionths. */
    static JsonNode times(DocumentValue value, long unit) throws Failure {
        BigDecimal product = value.number().multiply(BigDecimal.valueOf(unit));
        return number(value.with(product.toBigInteger().toString()).integer(0, Long.MAX_VALUE));
    }

    /** Nanoseconds: 30000000000 or "30s", "1m30s", "500ms". */
    static JsonNode nanos(DocumentValue value) throws Failure {
        String text = value.scalar();
        try {
            long nanos = text.matches("[0-9]{1,18}")
                    ? Long.parseLong(text)
                    : text.matches("[0-9]{1,9}ms")
                            ? MILLISECOND * Long.parseLong(text.replace("ms", ""))
                            : Duration.parse("PT" + text).toNanos();
            if (nanos == 0 || nanos >= MILLISECOND) {
                return number(nanos);
            }
        } catch (DateTimeException | ArithmeticException e) {
            // the same sentence
        }
        throw value.invalid("must be a time such as 30s or 1m30s, or at least 1000000 nanoseconds");
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
        ArrayNode texts = JsonNodeFactory.instance.arrayNode();
        for (DocumentValue each : items(value, ",")) {
            texts.add(each.text());
        }
        return texts;
    }

    /** Words of a list, or of a text as a shell splits it; nothing is expanded. */
    static ArrayNode words(DocumentValue value) throws Failure {
        ArrayNode words = JsonNodeFactory.instance.arrayNode();
        if (!(value.value() instanceof String)) {
            for (DocumentValue each : value.list(MOST_ELEMENTS)) {
                words.add(each.scalar());
            }
            return words;
        }
        Matcher word = WORD.matcher(value.text().stripLeading());
        while (word.lookingAt()) {
            words.add(QUOTED.matcher(word.group(1)).replaceAll(ParameterForms::unquoted));
            word.region(word.end(), word.regionEnd());
        }
        if (word.regionStart() < word.regionEnd()) {
            throw value.invalid("has a quotation mark that is not closed; close it, or write a list");
        }
        return words;
    }

    private static String unquoted(MatchResult quoted) {
        String plain = quoted.group(1) == null ? quoted.group(2) : quoted.group(1);
        String text = plain == null ? quoted.group(3).replaceAll("\\\\([\"\\\\$`])", "$1") : plain;
        return Matcher.quoteReplacement(text);
    }

    static JsonNode environment(DocumentValue value) throws Failure {
        Map<String, String> pairs = pairs(value, '=', "\n", false);
        if (value.value() instanceof String) {
            pairs.replaceAll((name, text) -> text.replaceFirst("^(['\"])(.*)\\1$", "$2"));
        }
        return array(joined(pairs, '='));
    }

    static JsonNode hosts(DocumentValue value) throws Failure {
        return array(joined(pairs(value, ':', ",", false), ':'));
    }

    static List<String> joined(Map<String, String> pairs, char sign) {
        List<String> joined = new ArrayList<>();
        pairs.forEach((name, value) -> joined.add(name + sign + value));
        return joined;
    }

    /**
     * Pairs of a map, of a list of "name=value" or of maps, or of a text with several of them.
     *
     * @param separator between those of a text
     * @param bare whether the sign and the value may be missing
     */
    static Map<String, String> pairs(DocumentValue value, char sign, String separator, boolean bare) throws Failure {
        Map<String, String> pairs = new TreeMap<>();
        boolean map = value.value() instanceof Map;
        for (DocumentValue item : map ? List.of(value) : items(value, separator)) {
            if (!map && item.value() instanceof Map<?, ?> pair && pair.keySet().equals(Set.of("name", "value"))) {
                pairs.put(item.member("name").text(), item.member("value").scalar());
            } else if (item.value() instanceof Map) {
                Map<String, DocumentValue> members = item.members();
                members.values().removeIf(each -> each.value() == null);
                for (Map.Entry<String, DocumentValue> each : members.entrySet()) {
                    pairs.put(each.getKey(), each.getValue().scalar());
                }
            } else {
                String text = item.text();
                int at = text.indexOf(sign);
                if (at < 1 && !(bare && at < 0)) {
                    throw item.invalid("must be NAME" + sign + "VALUE");
                }
                pairs.put(at < 0 ? text : text.substring(0, at), at < 0 ? "" : text.substring(at + 1));
            }
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
