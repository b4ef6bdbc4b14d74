package io.outrider.bench.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Excerpt;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Case of a formula: Python's result, or the expectation that it is refused. Any error is accepted where one is expected.
 * An expected {@code $repr} stands for a value that no reading can carry (a function, an ellipsis) and must be refused.
 */
final class FormulaCase {
    private static final long REFUSAL_NANOS =
            TimeoutFactor.scaled(Duration.ofMillis(250)).toNanos();

    /** Cases of the tier {@code plausible} outside the language of formulas (docs/formulas.md), which must be refused. */
    private static final Set<String> OUTSIDE_LANGUAGE =
            Set.of("C1121", "C1122", "C1123", "C1124", "C1125", "C1144", "C1145", "C1149", "C1169");

    private FormulaCase() {}

    static boolean mustBeRefused(JsonNode row) {
        return OUTSIDE_LANGUAGE.contains(row.path("id").asText());
    }

    static Optional<String> difference(JsonNode row) {
        Optional<String> formula = FormulaText.of(row);
        if (formula.isEmpty()) {
            return Optional.of(
                    name(row, "") + ": the text of this formula is not in the file, and cannot be made again");
        }
        JsonNode expected = row.path("expected");
        List<byte[]> messages = new ArrayList<>();
        row.path("messages")
                .forEach(message -> messages.add(
                        HexFormat.of().parseHex(message.path("data_hex").asText())));
        boolean hasValue = expected.has("value") && !expected.get("value").has("$repr") && !mustBeRefused(row);
        long begun = System.nanoTime();
        try {
            Object result = Formula.parse(formula.get()).evaluate(messages).value();
            if (hasValue
                    && ExpectedValue.isExactly(
                            expected.get("value"), expected.path("type").asText(), result)) {
                return Optional.empty();
            }
            return Optional.of(name(row, formula.get()) + ": expected " + expected + ", got " + show(result));
        } catch (FormulaException e) {
            if (hasValue) {
                return Optional.of(name(row, formula.get()) + ": expected " + expected + ", got " + e.getMessage());
            }
            long taken = System.nanoTime() - begun;
            return taken <= REFUSAL_NANOS
                    ? Optional.empty()
                    : Optional.of(name(row, formula.get()) + ": refused only after " + taken / 1_000_000 + " ms");
        }
    }

    private static String name(JsonNode row, String formula) {
        return row.path("id").asText() + " " + Excerpt.of(formula, 100);
    }

    private static String show(Object value) {
        String text = value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
        String kind = value == null ? "" : " (" + value.getClass().getSimpleName() + ")";
        return Excerpt.of(text, 100) + kind;
    }
}
