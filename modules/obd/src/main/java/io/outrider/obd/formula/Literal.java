package io.outrider.obd.formula;

/** Value known when the formula is parsed. */
final class Literal extends Node {
    final Object value;

    Literal(int position, Object value) {
        super(position, 0);
        this.value = value;
    }

    @Override
    Object value(Evaluation run, LocalVariables frame) {
        return value;
    }
}
