package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;

/** Iteration over values; every step counts against the budget. */
final class Iteration {
    private Iteration() {}

    static Iterator<Object> over(Object value, Evaluation run) {
        if (value instanceof LazyIterator walk) {
            return counted(walk.iterator(), run);
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
        if (value instanceof Dict.View view) {
            return array(view.items(), run);
        }
        if (value instanceof SetValue set) {
            return array(set.items(), run);
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
        if (value instanceof LazyIterator || value instanceof SetValue) {
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

    static int length(Object value) {
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
        if (value instanceof Dict.View view) {
            return view.items().length;
        }
        if (value instanceof SetValue set) {
            return set.size();
        }
        throw EvaluationFailure.failed("a " + Types.name(value) + " has no length");
    }

    private static Iterator<Object> array(Object[] items, Evaluation run) {
        return indexed(items.length, i -> items[(int) i], run);
    }

    private static Iterator<Object> indexed(long length, LongFunction<Object> at, Evaluation run) {
        return new Iterator<>() {
            private long next;

            @Override
            public boolean hasNext() {
                return next < length;
            }

            @Override
            public Object next() {
                if (next >= length) {
                    throw new NoSuchElementException();
                }
                run.step();
                return at.apply(next++);
            }
        };
    }

    private static Iterator<Object> counted(Iterator<Object> inner, Evaluation run) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return inner.hasNext();
            }

            @Override
            public Object next() {
                run.step();
                return inner.next();
            }
        };
    }
}
