package io.outrider.obd.formula;

import java.util.List;

/**
 * Formula that turns the answers of a control unit into a value: one expression, a part of Python's with the values
 * CPython 3.11 gives, but never code. It is parsed once into a tree and evaluated within {@link EvaluationLimits}; its
 * functions and methods are those of a list, nothing can be changed, and a formula that reaches for anything else is
 * refused.
 *
 * <p>A formula is given {@code message} (the first message), {@code messages}, {@code bytes_to_int},
 * {@code bytes_to_hex} and {@code twos_comp}; a message has {@code data}, the reassembled payload with the response
 * service in front.
 *
 * <p>Immutable: any number of threads may evaluate it at once.
 */
public final class Formula {
    private final String text;
    private final EvaluationLimits limits;
    private final Node root;

    private Formula(String text, EvaluationLimits limits, Node root) {
        this.text = text;
        this.limits = limits;
        this.root = root;
    }

    /**
     * Parses a formula within {@link EvaluationLimits#DEFAULT}.
     *
     * @throws FormulaException if it is no expression, uses what is not allowed or is too long or too deep
     */
    public static Formula parse(String text) throws FormulaException {
        return parse(text, EvaluationLimits.DEFAULT);
    }

    /**
     * Parses a formula.
     *
     * @throws FormulaException if it is no expression, uses what is not allowed or is too long or too deep
     */
    public static Formula parse(String text, EvaluationLimits limits) throws FormulaException {
        try {
            return new Formula(text, limits, Parser.parse(text, limits, false));
        } catch (EvaluationFailure failure) {
            throw failure.toException(text);
        }
    }

    /** The formula as it was written. */
    public String text() {
        return text;
    }

    /**
     * The value of the formula for some messages.
     *
     * @param messages the payloads, first message first; neither kept nor changed, and not to be changed meanwhile
     * @throws FormulaException if there is no value, or none that a reading can carry, or a limit is reached
     */
    public FormulaResult evaluate(List<byte[]> messages) throws FormulaException {
        Evaluation run = new Evaluation(limits, messages, null);
        try {
            return new FormulaResult(Export.value(root.eval(run, null), run), run.pastEnd);
        } catch (EvaluationFailure failure) {
            throw failure.toException(text);
        }
    }

    /**
     * A dry run: each part worth showing with its value as text, in order of evaluation; the last step is the whole,
     * or the part that has no value with the reason.
     */
    public List<TraceStep> trace(List<byte[]> messages) {
        Trace trace = new Trace();
        Evaluation run = new Evaluation(limits, messages, trace);
        try {
            Object value = Parser.parse(text, limits, true).eval(run, null);
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
     * @param pastEnd {@code bytes_to_int} was given an empty slice that lay outside of the data and so made it 0, as
     *     with the incumbent: the answer was shorter than the formula expects
     */
    public record FormulaResult(Object value, boolean pastEnd) {}

    /**
     * One step of a dry run.
     *
     * @param expression the part, as written
     * @param value its value as text: bytes as hexadecimal, the rest as Python prints it, or "error: " and the reason
     */
    public record TraceStep(String expression, String value) {}
}
