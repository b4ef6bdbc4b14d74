package io.outrider.obd.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every collected case: formulas found in the wild, plausible ones, errors and abuse, with CPython's values. Of the
 * plausible ones, nine use what is not part of formulas.
 */
final class CollectedFormulasTest {
    private static final long REFUSED_WITHIN_MILLIS = 250;

    private static final List<String> NOT_PART_OF_FORMULAS =
            List.of("C1121", "C1122", "C1123", "C1124", "C1125", "C1144", "C1145", "C1149", "C1169");

    private final List<String> wrong = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private int cases;

    @Test
    void everyCollectedFormulaGivesTheValueItMust() throws Exception {
        Path file = SharedData.find("formula-cases.jsonl").orElse(null);
        assumeTrue(file != null, "shared/data/formula-cases.jsonl is absent: the collected formulas are not run");
        ObjectMapper mapper = new ObjectMapper();
        for (String line : Files.readAllLines(file)) {
            cases++;
            check(mapper.readTree(line));
        }
        assertThat(wrong).isEmpty();
        assertThat(refused).isEqualTo(NOT_PART_OF_FORMULAS);
        assertThat(cases).isGreaterThan(600);
    }

    private void check(JsonNode row) throws Exception {
        JsonNode expected = row.get("expected");
        String text = row.has("formula") ? row.get("formula").asText() : generated(row);
        List<byte[]> messages = new ArrayList<>();
        row.get("messages")
                .forEach(m ->
                        messages.add(HexFormat.of().parseHex(m.get("data_hex").asText())));
        boolean valueWanted = expected.has("value") && !expected.get("value").has("$repr");
        long start = System.nanoTime();
        try {
            Object value = Formula.parse(text).evaluate(messages).value();
            if (!valueWanted
                    || !equal(expected.get("value"), expected.get("type").asText(), value)) {
                wrong.add(row.get("id").asText() + " " + text + " gives " + value + ", not " + expected);
            }
        } catch (FormulaException e) {
            if (valueWanted && e.reason().contains("not part of formulas")) {
                refused.add(row.get("id").asText());
            } else if (valueWanted) {
                wrong.add(row.get("id").asText() + " " + text + ": " + e.getMessage() + ", not " + expected);
            }
        }
        if ((System.nanoTime() - start) / 1_000_000 > REFUSED_WITHIN_MILLIS) {
            wrong.add(row.get("id").asText() + " took too long");
        }
    }

    private static String generated(JsonNode row) throws Exception {
        String recipe = row.get("formula_gen").asText();
        List<String> candidates = switch (recipe) {
            case "not x20000" -> List.of("not ".repeat(20_000) + "1");
            case "slice chain x20000" -> List.of("message.data" + "[0:]".repeat(20_000));
            case "ternary chain x5000" ->
                List.of("1 if 1 else ".repeat(5_000) + "0", "1 if 1 else ".repeat(5_000) + "1");
            case "100000-digit literal" -> List.of("1".repeat(100_000));
            case "power tower x200" -> List.of("2" + "**2".repeat(200));
            case "nested lists x3000" -> List.of("[".repeat(3_000) + "]".repeat(3_000));
            default -> throw new AssertionError("no such recipe: " + recipe);
        };
        for (String candidate : candidates) {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(candidate.getBytes(StandardCharsets.UTF_8));
            if (HexFormat.of().formatHex(hash).equals(row.get("formula_sha256").asText())) {
                return candidate;
            }
        }
        throw new AssertionError("the recipe does not give the text that was hashed: " + recipe);
    }

    private static boolean equal(JsonNode expected, String type, Object value) {
        if (expected.has("$bytes")) {
            return value instanceof byte[] bytes
                    && HexFormat.of()
                            .withUpperCase()
                            .formatHex(bytes)
                            .equals(expected.get("$bytes").asText());
        }
        if (expected.has("$int")) {
            return value instanceof BigInteger
                            && value.toString().equals(expected.get("$int").asText())
                    || value instanceof Long
                            && value.toString().equals(expected.get("$int").asText());
        }
        if (expected.has("$float")) {
            return value instanceof Double number
                    && Floats.repr(number).equals(expected.get("$float").asText());
        }
        if (expected.has("$dict")) {
            return value instanceof Map<?, ?> map && entries(map, expected.get("$dict"));
        }
        return switch (type) {
            case "int" -> value instanceof Long number && number == expected.asLong();
            case "float" -> value instanceof Double number && number.equals(expected.asDouble());
            case "bool" -> value instanceof Boolean flag && flag == expected.asBoolean() && expected.isBoolean();
            case "str" -> value instanceof String text && text.equals(expected.asText());
            case "NoneType" -> value == null;
            default -> value instanceof List<?> list && elements(list, expected);
        };
    }

    private static boolean entries(Map<?, ?> map, JsonNode expected) {
        List<Object> flat = new ArrayList<>();
        map.forEach((k, v) -> flat.add(List.of(k, v)));
        return elements(flat, expected);
    }

    private static boolean elements(List<?> list, JsonNode expected) {
        if (list.size() != expected.size()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!equal(expected.get(i), type(expected.get(i)), list.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static String type(JsonNode element) {
        return element.isBoolean()
                ? "bool"
                : element.isIntegralNumber()
                        ? "int"
                        : element.isNumber()
                                ? "float"
                                : element.isTextual() ? "str" : element.isNull() ? "NoneType" : "list";
    }
}
