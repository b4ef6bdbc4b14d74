package io.outrider.obd.formula;

/** Node of a constant. */
final class Literal extends Node {
    final Object value;

    Literal(int position, Object value) {
        super(position, 0);
        this.value = value;
    }

    @Override
    Object eval(Evaluation run, LocalVariables frame) {
        return value;
    }
}
