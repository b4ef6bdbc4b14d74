package io.outrider.obd.formula;

import java.util.Arrays;

/** Ordering operators {@code <} and similar ones, {@code in} and {@code is}. */
final class Ordering {
    private static final long SMALL_LEAST = -5;
    private static final long SMALL_MOST = 256;

    private Ordering() {}

    static boolean compare(Comparison how, Object a, Object b, Evaluation run) {
        if (a instanceof Long x && b instanceof Long y && how.ordinal() <= Comparison.GE.ordinal()) {
            return how.holds(Long.compare(x, y));
        }
        return switch (how) {
            case EQ -> Equality.equal(a, b, run);
            case NE -> !Equality.equal(a, b, run);
            case IN -> Membership.contains(b, a, run);
            case NOT_IN -> !Membership.contains(b, a, run);
            case IS -> identical(a, b);
            case IS_NOT -> !identical(a, b);
            default -> ordered(how, a, b, run, 0);
        };
    }

    static boolean less(Object a, Object b, Evaluation run) {
        return compare(Comparison.LT, a, b, run);
    }

    private static boolean ordered(Comparison how, Object a, Object b, Evaluation run, int depth) {
        if (Types.isNumber(a) && Types.isNumber(b)) {
            return Equality.numbers(how, a, b);
        }
        if (a instanceof String x && b instanceof String y) {
            return how.holds(Text.compare(x, y));
        }
        if (a instanceof Bytes x && b instanceof Bytes y) {
            return how.holds(x.compareTo(y));
        }
        if (a instanceof Sequence x && b instanceof Sequence y && x.tuple == y.tuple) {
            return sequences(how, x.items, y.items, run, depth);
        }
        if (a instanceof SetValue x && b instanceof SetValue y) {
            return sets(how, x, y, run);
        }
        throw EvaluationFailure.failed("no " + how.symbol + " of a " + Types.name(a) + " and a " + Types.name(b));
    }

    private static boolean sequences(Comparison how, Object[] a, Object[] b, Evaluation run, int depth) {
        run.nesting(depth);
        for (int i = 0; i < a.length && i < b.length; i++) {
            run.step();
            if (!Equality.same(a[i], b[i], run)) {
                return ordered(how, a[i], b[i], run, depth + 1);
            }
        }
        return how.holds(Integer.compare(a.length, b.length));
    }

    private static boolean sets(Comparison how, SetValue a, SetValue b, Evaluation run) {
        run.charge(1 + ((a.size() + b.size()) >> 2));
        return switch (how) {
            case LT -> a.size() < b.size() && b.containsAll(a);
            case LE -> b.containsAll(a);
            case GT -> a.size() > b.size() && a.containsAll(b);
            default -> a.containsAll(b);
        };
    }

    /** Object identity is defined for None, booleans and small integers only; CPython decides the rest at will. */
    private static boolean identical(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || !Types.name(a).equals(Types.name(b))) {
            return false;
        }
        if (a instanceof Boolean) {
            return a.equals(b);
        }
        if (Types.isInt(a)) {
            if (!a.equals(b) || small(a)) {
                return a.equals(b);
            }
            throw EvaluationFailure.refused(
                    "'is' asks for the same object, which depends on the interpreter: write ==");
        }
        if (a instanceof String || a instanceof Double || a instanceof Bytes x && !x.mutable || tuples(a)) {
            throw EvaluationFailure.refused(
                    "'is' asks for the same object, which depends on the interpreter: write ==");
        }
        return false;
    }

    private static boolean tuples(Object a) {
        return a instanceof Sequence sequence && sequence.tuple;
    }

    private static boolean small(Object a) {
        return a instanceof Long number && number >= SMALL_LEAST && number <= SMALL_MOST;
    }

    /** Stable merge sort that uses {@code <} only, so that NaNs cannot break it. */
    static void sort(Object[] keys, Object[] items, boolean reverse, Evaluation run) {
        if (keys.length < 2) {
            return;
        }
        int middle = keys.length / 2;
        Object[] leftKeys = Arrays.copyOfRange(keys, 0, middle);
        Object[] leftItems = Arrays.copyOfRange(items, 0, middle);
        Object[] rightKeys = Arrays.copyOfRange(keys, middle, keys.length);
        Object[] rightItems = Arrays.copyOfRange(items, middle, items.length);
        sort(leftKeys, leftItems, reverse, run);
        sort(rightKeys, rightItems, reverse, run);
        int left = 0;
        int right = 0;
        for (int i = 0; i < keys.length; i++) {
            boolean fromRight = left == leftKeys.length
                    || right < rightKeys.length && before(rightKeys[right], leftKeys[left], reverse, run);
            keys[i] = fromRight ? rightKeys[right] : leftKeys[left];
            items[i] = fromRight ? rightItems[right++] : leftItems[left++];
        }
    }

    private static boolean before(Object right, Object left, boolean reverse, Evaluation run) {
        run.step();
        return reverse ? less(left, right, run) : less(right, left, run);
    }
}
