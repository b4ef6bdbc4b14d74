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

/** JSON values of any shape, bounded both ways. */
final class JsonValues {
    private JsonValues() {}

    /** ASCII only, for so even half a surrogate pair comes through. */
    static JsonFactory factory() {
        return new JsonFactoryBuilder()
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(BatchLimits.DEPTH)
                        .maxNumberLength(BatchLimits.DIGITS + 20)
                        .maxStringLength(BatchLimits.PLAIN_BYTES)
                        .maxNameLength(BatchLimits.PLAIN_BYTES)
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(BatchLimits.DEPTH)
                        .build())
                .build();
    }

    /** What is of no kind of JSON's is written as text. */
    static void write(JsonGenerator to, Object value, SizeBudget allowance) throws IOException {
        allowance.take(1);
        if (value instanceof String text) {
            to.writeString(text);
        } else if (value instanceof Number number) {
            write(to, number);
        } else if (value instanceof Boolean flag) {
            to.writeBoolean(flag);
        } else if (value instanceof Map<?, ?> map) {
            to.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                allowance.take(1);
                to.writeFieldName(name(each.getKey()));
                write(to, each.getValue(), allowance);
            }
            to.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            to.writeStartArray();
            for (Object each : list) {
                write(to, each, allowance);
            }
            to.writeEndArray();
        } else if (value == null) {
            to.writeNull();
        } else {
            to.writeString(value.toString());
        }
    }

    /** A member's name. Half a surrogate pair, which no reader takes in a name, becomes a replacement character. */
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

    private static void write(JsonGenerator to, Number number) throws IOException {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            to.writeNumber(number.longValue());
        } else if (number instanceof Double) {
            to.writeNumber(number.doubleValue());
        } else if (number instanceof Float) {
            to.writeNumber(number.floatValue());
        } else if (number instanceof BigInteger big && big.bitLength() < BatchLimits.DIGITS * 3) {
            to.writeNumber(big);
        } else if (number instanceof BigDecimal big && big.unscaledValue().bitLength() < BatchLimits.DIGITS * 3) {
            to.writeNumber(big);
        } else {
            to.writeString(number.toString());
        }
    }

    /** The value whose first token the parser has just read: as Jackson has it untyped, decimals exact. */
    static Object read(JsonParser from, SizeBudget allowance) throws IOException {
        allowance.take(1);
        JsonToken token = from.currentToken();
        if (token == null) {
            throw new IOException("there is no JSON");
        }
        switch (token) {
            case START_OBJECT:
                Map<String, Object> map = new LinkedHashMap<>(8);
                while (from.nextToken() != JsonToken.END_OBJECT) {
                    allowance.take(1);
                    String name = from.currentName();
                    from.nextToken();
                    int before = map.size();
                    map.put(name, read(from, allowance));
                    if (map.size() == before) {
                        throw new IOException("a name stands twice in an object");
                    }
                }
                return map;
            case START_ARRAY:
                List<Object> list = new ArrayList<>();
                while (from.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(from, allowance));
                }
                return list;
            case VALUE_STRING:
                return from.getText();
            case VALUE_NUMBER_INT:
                return from.getNumberValue();
            case VALUE_NUMBER_FLOAT:
                return decimal(from.getText());
            case VALUE_TRUE:
                return true;
            case VALUE_FALSE:
                return false;
            case VALUE_NULL:
                return null;
            default:
                throw new IOException("JSON goes wrong at " + token);
        }
    }

    /** A double where that is the same number, else a BigDecimal. */
    private static Number decimal(String text) throws IOException {
        try {
            double near = Double.parseDouble(text);
            // 15 digits always come back from a double, but for its ends
            if (text.length() <= 16 && Math.abs(near) > 1e-300 && Math.abs(near) < 1e300) {
                return near;
            }
            BigDecimal exact = new BigDecimal(text);
            boolean same = Double.isFinite(near) && new BigDecimal(Double.toString(near)).compareTo(exact) == 0;
            if (same) {
                return near;
            }
            return exact;
        } catch (NumberFormatException e) {
            throw new IOException("a number cannot be read", e);
        }
    }
}
