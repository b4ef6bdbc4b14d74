package io.outrider.obd.formula;

/** Comparison operators. */
enum Comparison {
    EQ("=="),
    NE("!="),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">="),
    IN("in"),
    NOT_IN("not in"),
    IS("is"),
    IS_NOT("is not");

    final String symbol;

    Comparison(String symbol) {
        this.symbol = symbol;
    }

    /** @param sign the sign of left minus right */
    boolean holds(int sign) {
        return switch (this) {
            case EQ -> sign == 0;
            case NE -> sign != 0;
            case LT -> sign < 0;
            case LE -> sign <= 0;
            case GT -> sign > 0;
            case GE -> sign >= 0;
            default -> throw new IllegalStateException(symbol);
        };
    }
}
