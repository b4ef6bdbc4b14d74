package io.outrider.obd.formula;

import java.math.BigInteger;

/** Arithmetic operators on any two values; integers grow as needed. */
final class Arithmetic {
    private static final long EXACT_DOUBLE = 1L << 53;

    private Arithmetic() {}

    static Object apply(Operator operator, Object left, Object right, Evaluation run) {
        if (left instanceof Long a && right instanceof Long b) {
            return longs(operator, a, b, run);
        }
        if (left instanceof Double a && right instanceof Double b) {
            return FloatArithmetic.apply(operator, a, b);
        }
        if (left instanceof Boolean a && right instanceof Boolean b) {
            switch (operator) {
                case AND:
                    return a & b;
                case OR:
                    return a | b;
                case XOR:
                    return a ^ b;
                default:
            }
        }
        if (Types.isNumber(left) && Types.isNumber(right)) {
            if (left instanceof Double || right instanceof Double) {
                return FloatArithmetic.apply(operator, toDouble(left), toDouble(right));
            }
            if (!(left instanceof BigInteger) && !(right instanceof BigInteger)) {
                return longs(operator, toLong(left), toLong(right), run);
            }
            return bigs(operator, big(left), big(right), run);
        }
        return Concatenation.apply(operator, left, right, run);
    }

    private static Object longs(Operator operator, long a, long b, Evaluation run) {
        switch (operator) {
            case ADD: {
                long sum = a + b;
                return ((a ^ sum) & (b ^ sum)) < 0 ? big(a).add(big(b)) : (Object) sum;
            }
            case SUB: {
                long difference = a - b;
                return ((a ^ b) & (a ^ difference)) < 0 ? big(a).subtract(big(b)) : (Object) difference;
            }
            case MUL: {
                long low = a * b;
                return Math.multiplyHigh(a, b) == low >> 63 ? (Object) low : big(a).multiply(big(b));
            }
            case DIV:
                if (b != 0
                        && Math.abs(a) < EXACT_DOUBLE
                        && Math.abs(b) < EXACT_DOUBLE
                        && a != Long.MIN_VALUE
                        && b != Long.MIN_VALUE) {
                    return (double) a / (double) b;
                }
                return TrueDivision.divide(big(a), big(b), run);
            case FLOORDIV:
                nonZero(b != 0);
                return a == Long.MIN_VALUE && b == -1 ? big(a).negate() : (Object) Math.floorDiv(a, b);
            case MOD:
                nonZero(b != 0);
                return Math.floorMod(a, b);
            case LSHIFT:
                if (b >= 0 && b < 63 && (a << b) >> b == a) {
                    return a << b;
                }
                return bigs(operator, big(a), big(b), run);
            case RSHIFT:
                if (b < 0) {
                    throw EvaluationFailure.failed("a shift by a negative number");
                }
                return a >> Math.min(b, 63);
            case AND:
                return a & b;
            case OR:
                return a | b;
            case XOR:
                return a ^ b;
            default:
                return Powers.integers(big(a), big(b), run);
        }
    }

    private static Object bigs(Operator operator, BigInteger a, BigInteger b, Evaluation run) {
        switch (operator) {
            case ADD:
                return run.integer(a.add(b));
            case SUB:
                return run.integer(a.subtract(b));
            case MUL:
                run.bits((long) a.bitLength() + b.bitLength() - 1);
                return run.integer(a.multiply(b));
            case DIV:
                return TrueDivision.divide(a, b, run);
            case FLOORDIV:
                return run.integer(floor(a, b, run)[0]);
            case MOD:
                return run.integer(floor(a, b, run)[1]);
            case LSHIFT:
                return run.integer(shiftLeft(a, b, run));
            case RSHIFT:
                if (b.signum() < 0) {
                    throw EvaluationFailure.failed("a shift by a negative number");
                }
                return b.bitLength() > 31
                        ? (Object) (a.signum() < 0 ? -1L : 0L)
                        : run.integer(a.shiftRight(b.intValue()));
            case AND:
                return run.integer(a.and(b));
            case OR:
                return run.integer(a.or(b));
            case XOR:
                return run.integer(a.xor(b));
            default:
                return Powers.integers(a, b, run);
        }
    }

    private static BigInteger shiftLeft(BigInteger a, BigInteger b, Evaluation run) {
        if (b.signum() < 0) {
            throw EvaluationFailure.failed("a shift by a negative number");
        }
        if (a.signum() == 0) {
            return a;
        }
        run.bits(b.bitLength() > 31 ? Long.MAX_VALUE : a.bitLength() + b.longValue());
        return a.shiftLeft(b.intValue());
    }

    /** Quotient and remainder, the remainder with the divisor's sign. */
    static BigInteger[] floor(BigInteger a, BigInteger b, Evaluation run) {
        nonZero(b.signum() != 0);
        run.bits(Math.max(a.bitLength(), b.bitLength()));
        BigInteger[] result = a.divideAndRemainder(b);
        if (result[1].signum() != 0 && result[1].signum() != b.signum()) {
            result[0] = result[0].subtract(BigInteger.ONE);
            result[1] = result[1].add(b);
        }
        return result;
    }

    private static void nonZero(boolean ok) {
        if (!ok) {
            throw EvaluationFailure.failed("division by zero");
        }
    }

    static Object negate(Object value, Evaluation run) {
        if (value instanceof Double number) {
            return -number;
        }
        return apply(Operator.SUB, 0L, integer(value, "-"), run);
    }

    static Object plus(Object value) {
        return value instanceof Double ? value : integer(value, "+");
    }

    static Object invert(Object value, Evaluation run) {
        return apply(Operator.SUB, -1L, integer(value, "~"), run);
    }

    private static Object integer(Object value, String operator) {
        if (value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        }
        if (!Types.isInt(value)) {
            throw EvaluationFailure.failed("no " + operator + " of a " + Types.name(value));
        }
        return value;
    }

    /** Of an int or bool. */
    static BigInteger big(Object value) {
        return value instanceof BigInteger big ? big : BigInteger.valueOf(toLong(value));
    }

    private static long toLong(Object value) {
        return value instanceof Boolean flag ? (flag ? 1 : 0) : (Long) value;
    }

    /** Of a number; an integer too large for a float is an error. */
    static double toDouble(Object value) {
        if (value instanceof BigInteger big) {
            double result = big.doubleValue();
            if (Double.isInfinite(result)) {
                throw EvaluationFailure.failed("an integer too large for a float");
            }
            return result;
        }
        return value instanceof Double number ? number : toLong(value);
    }

    /** An int or bool that must fit a long, as of an index or a count. */
    static long index(Object value, String what) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof BigInteger big) {
            return big.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        throw EvaluationFailure.failed(what + " must be an integer, not a " + Types.name(value));
    }
}
