package io.outrider.obd.formula;

import java.util.List;

/**
 * Formula that calculates a value from the answers of ECUs: one expression of the language that AutoPi's users write,
 * with the values of CPython 3.11. It is parsed once into a tree and evaluated within {@link EvaluationLimits}; names
 * and methods are those of a fixed list, values are immutable, and everything else is refused.
 *
 * <p>Names: {@code message} (the first message), {@code messages}, {@code bytes_to_int}, {@code bytes_to_hex} and
 * {@code twos_comp}; a message has {@code data}, the reassembled payload from the response service on.
 *
 * <p>Immutable; any thread.
 */
public final class Formula {
    private final String text;
    private final EvaluationLimits limits;
    private final Node root;
    private final int variables;

    private Formula(String text, EvaluationLimits limits, Parser.Parsed parsed) {
        this.text = text;
        this.limits = limits;
        this.root = parsed.root();
        this.variables = parsed.variables();
    }

    /**
     * Parses a formula within {@link EvaluationLimits#DEFAULT}.
     *
     * @throws FormulaException if it is no expression, uses a refused construct, or is too long or too deep
     */
    public static Formula parse(String text) throws FormulaException {
        return parse(text, EvaluationLimits.DEFAULT);
    }

    /**
     * Parses a formula.
     *
     * @throws FormulaException if it is no expression, uses a refused construct, or is too long or too deep
     */
    public static Formula parse(String text, EvaluationLimits limits) throws FormulaException {
        try {
            return new Formula(text, limits, Parser.parse(text, limits, false));
        } catch (EvaluationFailure failure) {
            throw failure.toException(text);
        }
    }

    /** Source text. */
    public String text() {
        return text;
    }

    /**
     * Evaluates the formula.
     *
     * @param messages the payloads, first message first; neither kept nor changed, and not to be changed meanwhile
     * @throws FormulaException if there is no value, or none that a reading can carry, or a limit is reached
     */
    public Outcome evaluate(List<byte[]> messages) throws FormulaException {
        Evaluation run = new Evaluation(limits, messages, null);
        try {
            return new Outcome(Export.value(root.eval(run, frame()), run), run.pastEnd);
        } catch (EvaluationFailure failure) {
            throw failure.toException(text);
        }
    }

    private LocalVariables frame() {
        return variables == 0 ? null : new LocalVariables(variables, null);
    }

    /**
     * Dry run: returns the values of all relevant parts as text in order of evaluation. The last step is the whole
     * formula, or the part that failed with the reason.
     */
    public List<Step> trace(List<byte[]> messages) {
        Trace trace = new Trace();
        Evaluation run = new Evaluation(limits, messages, trace);
        try {
            Object value = Parser.parse(text, limits, true).root().eval(run, frame());
            String shown = Export.show(value, run);
            Export.value(value, run);
            return trace.finish(text, shown);
        } catch (EvaluationFailure failure) {
            return trace.finish(text, failure);
        }
    }

    /**
     * Result of a formula.
     *
     * @param value Long, or BigInteger where it does not fit, Double, Boolean, String, byte[], List, Map or null
     * @param pastEnd {@code bytes_to_int} got an empty slice past the data and returned 0, as in AutoPi: the answer was
     *     shorter than the formula expects
     */
    public record Outcome(Object value, boolean pastEnd) {}

    /**
     * One step of a dry run.
     *
     * @param expression the part, as written
     * @param value its value as text: bytes as hexadecimal, the rest as Python prints it, or "error: " and the reason
     */
    public record Step(String expression, String value) {}
}
