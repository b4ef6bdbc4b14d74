package io.outrider.bench.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One case of a formula: what Python gave, or that it has to be refused. An expected error may be any clear one; an
 * expected {@code $repr} stands for a thing that no reading can carry (a function, an ellipsis), so refusing is right.
 */
final class FormulaCase {
    private static final long REFUSED_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Cases of the tier {@code plausible} that use what is not part of formulas (docs/formulas.md): to be refused. */
    private static final Set<String> NOT_PART_OF_FORMULAS =
            Set.of("C1121", "C1122", "C1123", "C1124", "C1125", "C1144", "C1145", "C1149", "C1169");

    private FormulaCase() {}

    static boolean isToBeRefused(JsonNode row) {
        return NOT_PART_OF_FORMULAS.contains(row.path("id").asText());
    }

    static Optional<String> difference(JsonNode row) {
        Optional<String> formula = FormulaTexts.of(row);
        if (formula.isEmpty()) {
            return Optional.of(
                    name(row, "") + ": the text of this formula is not in the file, and cannot be made again");
        }
        JsonNode expected = row.path("expected");
        List<byte[]> messages = new ArrayList<>();
        row.path("messages")
                .forEach(message -> messages.add(
                        HexFormat.of().parseHex(message.path("data_hex").asText())));
        boolean value = expected.has("value") && !expected.get("value").has("$repr") && !isToBeRefused(row);
        long begun = System.nanoTime();
        try {
            Object result = Formula.parse(formula.get()).evaluate(messages).value();
            if (value
                    && Expected.isExactly(
                            expected.get("value"), expected.path("type").asText(), result)) {
                return Optional.empty();
            }
            return Optional.of(name(row, formula.get()) + ": expected " + expected + ", got " + show(result));
        } catch (FormulaException e) {
            if (value) {
                return Optional.of(name(row, formula.get()) + ": expected " + expected + ", got " + e.getMessage());
            }
            long taken = System.nanoTime() - begun;
            return taken <= REFUSED_WITHIN_NANOS
                    ? Optional.empty()
                    : Optional.of(name(row, formula.get()) + ": refused only after " + taken / 1_000_000 + " ms");
        }
    }

    private static String name(JsonNode row, String formula) {
        String shown = formula.length() <= 100 ? formula : formula.substring(0, 100) + "…";
        return row.path("id").asText() + " " + shown;
    }

    private static String show(Object value) {
        String text = value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
        String kind = value == null ? "" : " (" + value.getClass().getSimpleName() + ")";
        return (text.length() <= 100 ? text : text.substring(0, 100) + "…") + kind;
    }
}
