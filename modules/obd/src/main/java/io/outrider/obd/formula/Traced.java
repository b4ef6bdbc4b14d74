package io.outrider.obd.formula;

/** Node of a dry run: adds the value of its part to the trace. */
final class Traced extends Node {
    private final Node inner;
    private final String expression;

    Traced(Node inner, String expression) {
        super(inner.position, 1, inner);
        this.inner = inner;
        this.expression = expression;
    }

    @Override
    Object value(Evaluation run, LocalVariables frame) {
        Object value;
        try {
            value = inner.eval(run, frame);
        } catch (EvaluationFailure failure) {
            run.trace.fail(expression, failure);
            throw failure;
        }
        run.trace.add(expression, Export.show(value, run));
        return value;
    }
}
