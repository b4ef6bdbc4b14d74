package io.outrider.obd.formula;

import java.util.Arrays;

/** Arithmetic operators on what is no pair of numbers: + and * of texts, bytes, lists and tuples. */
final class Concatenation {
    private Concatenation() {}

    static Object apply(Operator operator, Object left, Object right, Evaluation run) {
        switch (operator) {
            case ADD: {
                Object joined = add(left, right, run);
                if (joined != null) {
                    return joined;
                }
                break;
            }
            case MUL:
                if (Types.isInt(right) && repeatable(left)) {
                    return repeat(left, Arithmetic.index(right, "a repetition"), run);
                }
                if (Types.isInt(left) && repeatable(right)) {
                    return repeat(right, Arithmetic.index(left, "a repetition"), run);
                }
                break;
            case MOD:
                if (left instanceof String || left instanceof Bytes) {
                    throw EvaluationFailure.refused(Refusals.PERCENT);
                }
                break;
            case OR:
                if (left instanceof Dict && right instanceof Dict) {
                    throw Refusals.construct("'|' of dictionaries is", "write one dictionary");
                }
                break;
            default:
        }
        throw EvaluationFailure.failed(
                "no " + operator.symbol + " of a " + Types.name(left) + " and a " + Types.name(right));
    }

    private static Object add(Object left, Object right, Evaluation run) {
        if (left instanceof String a && right instanceof String b) {
            run.size((long) a.length() + b.length());
            return a.concat(b);
        }
        if (left instanceof Bytes a && right instanceof Bytes b) {
            run.size((long) a.length + b.length);
            byte[] joined = Arrays.copyOf(a.copy(), a.length + b.length);
            System.arraycopy(b.copy(), 0, joined, a.length, b.length);
            return Bytes.of(joined).as(a.mutable);
        }
        if (left instanceof Sequence a && right instanceof Sequence b && a.tuple == b.tuple) {
            run.size((long) a.items.length + b.items.length);
            Object[] joined = Arrays.copyOf(a.items, a.items.length + b.items.length);
            System.arraycopy(b.items, 0, joined, a.items.length, b.items.length);
            return a.same(joined);
        }
        return null;
    }

    private static boolean repeatable(Object value) {
        return value instanceof String || value instanceof Bytes || value instanceof Sequence;
    }

    private static Object repeat(Object value, long times, Evaluation run) {
        if (value instanceof Bytes bytes) {
            return Bytes.latin1((String) repeat(bytes.latin1(), times, run), bytes.mutable);
        }
        if (value instanceof String text) {
            return text.isEmpty() || times <= 0 ? "" : text.repeat(count(text.length(), times, run));
        }
        Sequence sequence = (Sequence) value;
        int length = sequence.items.length;
        if (length == 0 || times <= 0) {
            return sequence.same(new Object[0]);
        }
        Object[] result = new Object[length * count(length, times, run)];
        for (int i = 0; i < result.length; i += length) {
            System.arraycopy(sequence.items, 0, result, i, length);
        }
        return sequence.same(result);
    }

    private static int count(int length, long times, Evaluation run) {
        run.size(times > Integer.MAX_VALUE ? Long.MAX_VALUE : length * times);
        return (int) times;
    }
}
