package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongFunction;

/** Iteration over values; every turn counts against the budget. */
final class Iteration {
    private Iteration() {}

    static Iterator<Object> over(Object value, Evaluation run) {
        if (value instanceof LazyIterator walk) {
            return new LazyIterator(walk.kind(), walk.more(), () -> {
                run.step();
                return walk.next();
            });
        }
        if (value instanceof Sequence sequence) {
            return array(sequence.items, run);
        }
        if (value instanceof Bytes bytes) {
            return indexed(bytes.length, i -> (long) bytes.at((int) i), run);
        }
        if (value instanceof RangeValue range) {
            return indexed(range.length(), range::at, run);
        }
        if (value instanceof String text) {
            run.size(text.length());
            return array(text.codePoints().mapToObj(Character::toString).toArray(), run);
        }
        if (value instanceof Dict dict) {
            return array(dict.keys(), run);
        }
        throw EvaluationFailure.failed("a " + Types.name(value) + " cannot be walked through");
    }

    static Iterator<Object> reversed(Object value, Evaluation run) {
        if (value instanceof Bytes bytes) {
            return indexed(bytes.length, i -> (long) bytes.at((int) (bytes.length - 1 - i)), run);
        }
        if (value instanceof RangeValue range) {
            long length = range.length();
            return indexed(length, i -> range.at(length - 1 - i), run);
        }
        if (value instanceof LazyIterator) {
            throw EvaluationFailure.failed("a " + Types.name(value) + " cannot be reversed");
        }
        Object[] items = array(value, run);
        return indexed(items.length, i -> items[(int) (items.length - 1 - i)], run);
    }

    static Object[] array(Object value, Evaluation run) {
        if (value instanceof Sequence sequence) {
            run.size(sequence.items.length);
            return sequence.items;
        }
        List<Object> list = new ArrayList<>();
        Iterator<Object> all = over(value, run);
        while (all.hasNext()) {
            run.grow(list, all.next());
        }
        return list.toArray();
    }

    static long length(Object value) {
        if (value instanceof Bytes bytes) {
            return bytes.length;
        }
        if (value instanceof String text) {
            return Text.length(text);
        }
        if (value instanceof Sequence sequence) {
            return sequence.items.length;
        }
        if (value instanceof Dict dict) {
            return dict.size();
        }
        if (value instanceof RangeValue range) {
            return range.length();
        }
        throw EvaluationFailure.failed("a " + Types.name(value) + " has no length");
    }

    private static Iterator<Object> array(Object[] items, Evaluation run) {
        return indexed(items.length, i -> items[(int) i], run);
    }

    private static Iterator<Object> indexed(long length, LongFunction<Object> at, Evaluation run) {
        long[] next = {0};
        return new LazyIterator("iterator", () -> next[0] < length, () -> {
            run.step();
            return at.apply(next[0]++);
        });
    }
}
