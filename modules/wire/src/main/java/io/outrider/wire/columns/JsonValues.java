package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON values of any shape, limited on reading and writing. */
final class JsonValues {
    /** ASCII output, so that even half a surrogate pair survives. */
    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(SizeBudget.DEPTH)
                    .maxNumberLength(SizeBudget.DIGITS + 20)
                    .maxStringLength(SizeBudget.PLAIN_BYTES)
                    .maxNameLength(SizeBudget.PLAIN_BYTES)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(SizeBudget.DEPTH)
                    .build())
            .build();

    private JsonValues() {}

    /** Writes values that are of no JSON type as text. */
    static void write(JsonGenerator to, Object value, SizeBudget budget) throws IOException {
        budget.take(1);
        if (value instanceof String text) {
            to.writeString(text);
        } else if (value instanceof Number number) {
            write(to, number);
        } else if (value instanceof Boolean flag) {
            to.writeBoolean(flag);
        } else if (value instanceof Map<?, ?> map) {
            to.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                budget.take(1);
                to.writeFieldName(name(each.getKey()));
                write(to, each.getValue(), budget);
            }
            to.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            to.writeStartArray();
            for (Object each : list) {
                write(to, each, budget);
            }
            to.writeEndArray();
        } else if (value == null) {
            to.writeNull();
        } else {
            to.writeString(value.toString());
        }
    }

    /** Name of a member; half a surrogate pair, which no reader accepts in a name, becomes a replacement character. */
    static String name(Object key) {
        String name = String.valueOf(key);
        if (name.chars().noneMatch(each -> Character.isSurrogate((char) each))) {
            return name;
        }
        return name.codePoints()
                .map(each -> each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE ? 0xFFFD : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte;
    }

    private static void write(JsonGenerator to, Number number) throws IOException {
        if (isWhole(number)) {
            to.writeNumber(number.longValue());
        } else if (number instanceof Double) {
            to.writeNumber(number.doubleValue());
        } else if (number instanceof Float) {
            to.writeNumber(number.floatValue());
        } else if (number instanceof BigInteger big && big.bitLength() < SizeBudget.DIGITS * 3) {
            to.writeNumber(big);
        } else if (number instanceof BigDecimal big && big.unscaledValue().bitLength() < SizeBudget.DIGITS * 3) {
            to.writeNumber(big);
        } else {
            to.writeString(number.toString());
        }
    }

    /** Reads the value at the current token, as Jackson does untyped, with exact decimals. */
    static Object read(JsonParser from, SizeBudget budget) throws IOException {
        budget.take(1);
        JsonToken token = from.currentToken();
        if (token == null) {
            throw new IOException("there is no JSON");
        }
        return switch (token) {
            case START_OBJECT -> readObject(from, budget);
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (from.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(from, budget));
                }
                yield list;
            }
            case VALUE_STRING -> from.getText();
            case VALUE_NUMBER_INT -> from.getNumberValue();
            case VALUE_NUMBER_FLOAT -> decimal(from.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IOException("unexpected JSON token " + token);
        };
    }

    private static Map<String, Object> readObject(JsonParser from, SizeBudget budget) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>(8);
        while (from.nextToken() != JsonToken.END_OBJECT) {
            budget.take(1);
            String name = from.currentName();
            from.nextToken();
            int before = map.size();
            map.put(name, read(from, budget));
            if (map.size() == before) {
                throw new IOException("an object has the same name twice");
            }
        }
        return map;
    }

    /** A double if that is the same number, else a BigDecimal. */
    private static Number decimal(String text) throws IOException {
        try {
            double parsed = Double.parseDouble(text);
            // 15 digits survive a double, except near its limits
            if (text.length() <= 16 && Math.abs(parsed) > 1e-300 && Math.abs(parsed) < 1e300) {
                return parsed;
            }
            BigDecimal exact = new BigDecimal(text);
            boolean same = Double.isFinite(parsed) && new BigDecimal(Double.toString(parsed)).compareTo(exact) == 0;
            return same ? (Number) parsed : exact;
        } catch (NumberFormatException e) {
            throw new IOException("a number cannot be read", e);
        }
    }
}
