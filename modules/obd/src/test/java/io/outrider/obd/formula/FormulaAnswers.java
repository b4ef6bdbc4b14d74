package io.outrider.obd.formula;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Evaluation helpers. */
final class FormulaAnswers {
    private FormulaAnswers() {}

    static List<byte[]> messages(String... hex) {
        return Arrays.stream(hex).map(HexFormat.of()::parseHex).toList();
    }

    static Object value(String formula, String... hex) throws FormulaException {
        return Formula.parse(formula).evaluate(messages(hex)).value();
    }

    static FormulaException failure(String formula, String... hex) {
        try {
            throw new AssertionError(formula + " gives " + value(formula, hex));
        } catch (FormulaException e) {
            return e;
        }
    }
}
