package io.outrider.obd.formula;

import java.util.Arrays;
import java.util.Objects;

/** Comparison operators: {@code <} and its kin, {@code in} and {@code is}. */
final class Ordering {
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

    /** Identity of other values depends on the interpreter. */
    private static boolean identical(Object a, Object b) {
        if (a == null || b == null || a instanceof Boolean || b instanceof Boolean) {
            return Objects.equals(a, b);
        }
        throw EvaluationFailure.refused(
                "'is' of other values than None, True and False is not part of formulas; use ==");
    }

    /** A stable merge sort that asks nothing but {@code <}, so that no order of NaNs can upset it. */
    static void sort(Object[] items, boolean reverse, Evaluation run) {
        if (items.length < 2) {
            return;
        }
        int middle = items.length / 2;
        Object[] left = Arrays.copyOfRange(items, 0, middle);
        Object[] right = Arrays.copyOfRange(items, middle, items.length);
        sort(left, reverse, run);
        sort(right, reverse, run);
        int leftAt = 0;
        int rightAt = 0;
        for (int i = 0; i < items.length; i++) {
            boolean fromRight = leftAt == left.length
                    || rightAt < right.length && before(right[rightAt], left[leftAt], reverse, run);
            items[i] = fromRight ? right[rightAt++] : left[leftAt++];
        }
    }

    private static boolean before(Object right, Object left, boolean reverse, Evaluation run) {
        run.step();
        return compare(Comparison.LT, reverse ? left : right, reverse ? right : left, run);
    }
}
