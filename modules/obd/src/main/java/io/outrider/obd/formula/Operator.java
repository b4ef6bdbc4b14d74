package io.outrider.obd.formula;

/** Arithmetic operators, with their binding power (Python language reference, 6.17). */
enum Operator {
    OR("|", 5),
    XOR("^", 6),
    AND("&", 7),
    LSHIFT("<<", 8),
    RSHIFT(">>", 8),
    ADD("+", 9),
    SUB("-", 9),
    MUL("*", 10),
    DIV("/", 10),
    FLOORDIV("//", 10),
    MOD("%", 10),
    POW("**", 12);

    final String symbol;
    final int power;

    Operator(String symbol, int power) {
        this.symbol = symbol;
        this.power = power;
    }

    static Operator of(String symbol) {
        for (Operator operator : values()) {
            if (operator.symbol.equals(symbol)) {
                return operator;
            }
        }
        return null;
    }
}
