package io.outrider.obd.formula;

/** A value known when the formula is parsed. */
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
