package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Comparison with CPython, with the intended differences. */
final class Differences {
    /** Reasons of intended refusals; any other refusal is a difference. */
    private static final List<String> DELIBERATE = List.of(
            "a value of more than",
            "an integer of more than",
            "a formula of more than",
            "the formula takes more than",
            "nested more than",
            "a reading cannot carry",
            "half a character",
            "a character outside of ASCII is allowed in texts only",
            "errors is 'strict'",
            "a range this long",
            "is not allowed in a formula",
            "changes its object",
            "not part of formulas",
            "take list(…) of it first",
            "is complex, which no reading can carry",
            "as text");

    final List<String> found = new ArrayList<>();
    final Map<String, Integer> counts = new TreeMap<>();

    void compare(CPython.Case test, String python) {
        boolean fails = python.startsWith("error:");
        try {
            String ours = Canonical.of(
                    Formula.parse(test.formula()).evaluate(test.messages()).value());
            if (!fails && test.formula().contains("**") && adjacent(ours, python)) {
                count("last bit of a power");
            } else if (fails || !ours.equals(python)) {
                note(test, python, ours);
            } else {
                count("equal");
            }
        } catch (FormulaException e) {
            if (fails) {
                count("both fail");
            } else if (e.kind() == FormulaException.Kind.REFUSED
                    && DELIBERATE.stream().anyMatch(e.reason()::contains)) {
                count("refused on purpose");
            } else {
                note(test, python, e.getMessage());
            }
        } catch (RuntimeException | StackOverflowError e) {
            note(test, python, e.toString() + " " + List.of(e.getStackTrace()).subList(0, 3));
        }
    }

    /** Java's pow and C's differ by one unit in the last place where the exact value is near the middle. */
    private static boolean adjacent(String ours, String python) {
        if (ours.equals(python) || !ours.matches("f:-?[0-9].*") || !python.matches("f:-?[0-9].*")) {
            return false;
        }
        double value = Double.parseDouble(ours.substring(2));
        return Math.abs(value - Double.parseDouble(python.substring(2))) <= 2 * Math.ulp(value);
    }

    private void note(CPython.Case test, String python, String ours) {
        count("different");
        found.add(test.formula() + "\n    python: " + python + "\n    ours:   " + ours);
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }
}
