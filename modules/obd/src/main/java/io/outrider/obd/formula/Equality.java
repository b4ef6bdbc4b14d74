package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Equality, {@code ==}: across the number types by exact value, into lists and dictionaries by element. */
final class Equality {
    private Equality() {}

    static boolean equal(Object a, Object b, Evaluation run) {
        return equal(a, b, run, 0);
    }

    /** Equality of {@code in} and of list comparison: the same object is equal to itself, even if not a number. */
    static boolean same(Object a, Object b, Evaluation run) {
        return same(a, b, run, 0);
    }

    private static boolean same(Object a, Object b, Evaluation run, int depth) {
        return a == b || equal(a, b, run, depth);
    }

    private static boolean equal(Object a, Object b, Evaluation run, int depth) {
        if (a instanceof Long x && b instanceof Long y) {
            return x.longValue() == y.longValue();
        }
        if (Types.isNumber(a) && Types.isNumber(b)) {
            return numbers(Comparison.EQ, a, b);
        }
        if (a instanceof String x && b instanceof String y) {
            return x.equals(y);
        }
        if (a instanceof Bytes x && b instanceof Bytes y) {
            return x.compareTo(y) == 0;
        }
        if (a instanceof Sequence x && b instanceof Sequence y) {
            return x.tuple == y.tuple && items(x.items, y.items, run, depth);
        }
        if (a instanceof Dict x && b instanceof Dict y) {
            return dicts(x, y, run, depth);
        }
        if (a instanceof RangeValue x && b instanceof RangeValue y) {
            return x.sameNumbers(y);
        }
        return a == b;
    }

    private static boolean items(Object[] a, Object[] b, Evaluation run, int depth) {
        run.nesting(depth);
        if (a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            run.step();
            if (!same(a[i], b[i], run, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean dicts(Dict a, Dict b, Evaluation run, int depth) {
        run.nesting(depth);
        if (a.size() != b.size()) {
            return false;
        }
        for (Object[] entry : a.entries()) {
            run.step();
            Object[] other = b.find(entry[0], run);
            if (other == null || !same(entry[1], other[1], run, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    /** Any comparison of two numbers, by their exact values. */
    static boolean numbers(Comparison how, Object a, Object b) {
        if (!(a instanceof Double) && !(b instanceof Double)) {
            return how.holds(Arithmetic.big(a).compareTo(Arithmetic.big(b)));
        }
        if (a instanceof Double x && x.isNaN() || b instanceof Double y && y.isNaN()) {
            return how == Comparison.NE;
        }
        if (exactAsDouble(a) && exactAsDouble(b)) {
            double x = Arithmetic.toDouble(a);
            double y = Arithmetic.toDouble(b);
            return how.holds(x < y ? -1 : x > y ? 1 : 0);
        }
        return how.holds(
                a instanceof Double x ? compare(x, Arithmetic.big(b)) : -compare((Double) b, Arithmetic.big(a)));
    }

    private static boolean exactAsDouble(Object value) {
        return value instanceof Double
                || value instanceof Boolean
                || value instanceof Long number && Math.abs(number) < 1L << 53 && number != Long.MIN_VALUE;
    }

    private static int compare(double number, BigInteger integer) {
        if (Double.isInfinite(number)) {
            return number > 0 ? 1 : -1;
        }
        return new BigDecimal(number).compareTo(new BigDecimal(integer));
    }
}
