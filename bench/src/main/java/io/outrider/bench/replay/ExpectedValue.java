package io.outrider.bench.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Comparison of a value with an expected one of a file. */
final class ExpectedValue {
    /** Rounding of recorded values (README of the captures). */
    private static final double TOLERANCE = 5e-6;

    private ExpectedValue() {}

    /** Compares numbers within the tolerance, true as 1, everything else exactly. */
    static boolean matches(JsonNode expected, Object value) {
        if (expected == null || expected.isNull()) {
            return value == null;
        }
        if (expected.isNumber() || expected.isBoolean()) {
            double wanted = expected.isBoolean() ? (expected.booleanValue() ? 1 : 0) : expected.doubleValue();
            Double number = number(value);
            return number != null && Math.abs(number - wanted) <= Math.max(TOLERANCE, Math.ulp(wanted) * 4);
        }
        if (expected.isTextual()) {
            return expected.textValue().equals(value);
        }
        if (expected.isArray() && value instanceof List<?> list) {
            return elementsMatch(expected, list);
        }
        return expected.isObject() && value instanceof Map<?, ?> map && entriesMatch(expected, map);
    }

    private static boolean elementsMatch(JsonNode expected, List<?> list) {
        if (expected.size() != list.size()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!matches(expected.get(i), list.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean entriesMatch(JsonNode expected, Map<?, ?> map) {
        return expected.size() == map.size()
                && expected.properties().stream()
                        .allMatch(entry ->
                                map.containsKey(entry.getKey()) && matches(entry.getValue(), map.get(entry.getKey())));
    }

    private static Double number(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? 1.0 : 0.0;
        }
        return value instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
    }

    /**
     * Compares exactly with Python's result, including its type and the forms {@code $bytes}, {@code $int}, {@code $float}
     * and {@code $dict} that JSON lacks.
     */
    static boolean isExactly(JsonNode expected, String type, Object value) {
        if (expected.has("$bytes")) {
            return value instanceof byte[] bytes
                    && HexFormat.of()
                            .formatHex(bytes)
                            .equalsIgnoreCase(expected.get("$bytes").asText());
        }
        if (expected.has("$int")) {
            return (value instanceof Long || value instanceof BigInteger)
                    && value.toString().equals(expected.get("$int").asText());
        }
        if (expected.has("$float")) {
            return value instanceof Double number
                    && isSpecial(number, expected.get("$float").asText());
        }
        if (expected.has("$dict")) {
            return value instanceof Map<?, ?> map && entriesAre(expected.get("$dict"), map);
        }
        if (expected.isArray()) {
            return value instanceof List<?> list && elementsAre(expected, list);
        }
        return switch (type) {
            case "int" ->
                (value instanceof Long || value instanceof BigInteger)
                        && new BigInteger(value.toString()).equals(expected.bigIntegerValue());
            case "float" -> value instanceof Double number && isClose(expected.decimalValue(), number);
            case "bool" -> Boolean.valueOf(expected.booleanValue()).equals(value);
            case "str" -> expected.asText().equals(value);
            case "NoneType" -> value == null;
            default -> false;
        };
    }

    private static boolean isClose(BigDecimal expected, double value) {
        double wanted = expected.doubleValue();
        return wanted == value || Math.abs(wanted - value) <= Math.ulp(wanted);
    }

    private static boolean isSpecial(double value, String name) {
        return switch (name) {
            case "inf" -> value == Double.POSITIVE_INFINITY;
            case "-inf" -> value == Double.NEGATIVE_INFINITY;
            case "nan" -> Double.isNaN(value);
            default -> false;
        };
    }

    private static boolean elementsAre(JsonNode expected, List<?> list) {
        if (expected.size() != list.size()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!isExactly(expected.get(i), typeOf(expected.get(i)), list.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Compares a list of pairs, in Python's order, with a dictionary. */
    private static boolean entriesAre(JsonNode pairs, Map<?, ?> map) {
        if (!pairs.isArray() || pairs.size() != map.size()) {
            return false;
        }
        int i = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            JsonNode pair = pairs.get(i++);
            if (!pair.isArray()
                    || pair.size() != 2
                    || !isExactly(pair.get(0), typeOf(pair.get(0)), entry.getKey())
                    || !isExactly(pair.get(1), typeOf(pair.get(1)), entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static String typeOf(JsonNode node) {
        if (node.isIntegralNumber()) {
            return "int";
        }
        return node.isNumber() ? "float" : node.isBoolean() ? "bool" : node.isTextual() ? "str" : "NoneType";
    }
}
