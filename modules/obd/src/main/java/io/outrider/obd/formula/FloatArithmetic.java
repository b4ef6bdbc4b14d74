package io.outrider.obd.formula;

/** Arithmetic operators on two floats, as CPython's Objects/floatobject.c does them. */
final class FloatArithmetic {
    private FloatArithmetic() {}

    static Object apply(Operator operator, double a, double b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                nonZero(b);
                return a / b;
            case FLOORDIV:
                return floorDivide(a, b);
            case MOD:
                return modulo(a, b);
            case POW:
                return Powers.floats(a, b);
            default:
                throw EvaluationFailure.failed("no " + operator.symbol + " of floats: it wants integers");
        }
    }

    private static void nonZero(double b) {
        if (b == 0) {
            throw EvaluationFailure.failed("division by zero");
        }
    }

    static double modulo(double a, double b) {
        nonZero(b);
        double rest = a % b;
        if (rest == 0) {
            return Math.copySign(0.0, b);
        }
        return (b < 0) != (rest < 0) ? rest + b : rest;
    }

    static double floorDivide(double a, double b) {
        nonZero(b);
        double rest = a % b;
        double quotient = (a - rest) / b;
        if (rest != 0 && (b < 0) != (rest < 0)) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return Math.copySign(0.0, a / b);
        }
        double floor = Math.floor(quotient);
        return quotient - floor > 0.5 ? floor + 1 : floor;
    }
}
