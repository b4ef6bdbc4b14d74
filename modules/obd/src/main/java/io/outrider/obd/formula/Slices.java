package io.outrider.obd.formula;

/** Indexing and slicing (Python language reference 6.3.2, 6.3.3): a slice never fails, an index does. */
final class Slices {
    private Slices() {}

    /** The evaluated bounds of a slice; null is a bound left out. */
    record SliceBounds(Object start, Object stop, Object step) {}

    static Object index(Object target, Object index, Evaluation run) {
        if (target instanceof Dict dict) {
            Object[] entry = dict.find(index, run);
            if (entry == null) {
                throw EvaluationFailure.failed("the dictionary has no key " + Repr.brief(index, run));
            }
            return entry[1];
        }
        if (target instanceof Bytes bytes) {
            return (long) bytes.at(place(index, bytes.length, bytes.type()));
        }
        if (target instanceof Sequence sequence) {
            return sequence.items[place(index, sequence.items.length, sequence.tuple ? "tuple" : "list")];
        }
        if (target instanceof String text) {
            run.charge(1 + (text.length() >> 4));
            return Text.at(text, place(index, Text.length(text), "str"));
        }
        throw notASequence(target, "indexed");
    }

    private static int place(Object index, int length, String type) {
        long at = Arithmetic.index(index, "the index of a " + type);
        if (at < -length || at >= length) {
            throw EvaluationFailure.failed("index " + at + " is outside the " + type + " of " + length
                    + (length == 1 ? " element" : " elements"));
        }
        return (int) (at < 0 ? at + length : at);
    }

    static Object slice(Object target, SliceBounds bounds, Evaluation run) {
        Long step = bound(bounds.step());
        Long start = bound(bounds.start());
        Long stop = bound(bounds.stop());
        if (step != null && step == 0) {
            throw EvaluationFailure.failed("the step of a slice cannot be zero");
        }
        if (target instanceof Bytes bytes) {
            return step == null || step == 1
                    ? bytes(bytes, start, stop)
                    : Bytes.latin1(pick(bytes.latin1(), window(start, stop, step, bytes.length), run), bytes.mutable);
        }
        if (target instanceof String text) {
            run.charge(1 + (text.length() >> 4));
            RangeValue window = window(start, stop, step == null ? 1 : step, Text.length(text));
            return window.step() == 1
                    ? Text.part(text, (int) window.start(), (int) Math.max(window.start(), window.stop()))
                    : pick(text, window, run);
        }
        if (target instanceof Sequence sequence) {
            RangeValue window = window(start, stop, step == null ? 1 : step, sequence.items.length);
            Object[] items = new Object[run.size(window.length())];
            for (int i = 0; i < items.length; i++) {
                items[i] = sequence.items[(int) window.at(i)];
            }
            return sequence.same(items);
        }
        throw notASequence(target, "sliced");
    }

    private static EvaluationFailure notASequence(Object target, String done) {
        String name = Types.name(target);
        return target instanceof RangeValue || target instanceof LazyIterator
                ? EvaluationFailure.refused("a " + name + " cannot be " + done + "; take list(…) of it first")
                : EvaluationFailure.failed("a " + name + " cannot be " + done);
    }

    private static Long bound(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        return value == null ? null : Arithmetic.index(value, "the bound of a slice");
    }

    private static Bytes bytes(Bytes bytes, Long start, Long stop) {
        int length = bytes.length;
        int from = start == null ? 0 : clamp(start, length);
        int to = stop == null ? length : clamp(stop, length);
        return bytes.view(from, Math.max(0, to - from), from >= to && beyond(start, stop));
    }

    /** True if an empty slice requests elements; one like [5:5] does not. */
    static boolean beyond(Long start, Long stop) {
        long first = start == null ? 0 : start;
        return stop == null || first < 0 != stop < 0 || first < stop;
    }

    static int clamp(long bound, int length) {
        if (bound < 0) {
            return (int) Math.max(0, bound + length);
        }
        return (int) Math.min(bound, length);
    }

    private static String pick(String text, RangeValue window, Evaluation run) {
        int[] points = text.codePoints().toArray();
        StringBuilder result = new StringBuilder();
        int length = run.size(window.length());
        for (int i = 0; i < length; i++) {
            result.appendCodePoint(points[(int) window.at(i)]);
        }
        return result.toString();
    }

    /** The indices a slice selects, as CPython's PySlice_AdjustIndices. */
    private static RangeValue window(Long start, Long stop, Long stepOrNull, int length) {
        long step = stepOrNull;
        if (step > 0) {
            long from = start == null ? 0 : clamp(start, length);
            return new RangeValue(from, stop == null ? length : clamp(stop, length), Math.min(step, RangeValue.BOUND));
        }
        long from = start == null ? length - 1L : clampDown(start, length);
        return new RangeValue(from, stop == null ? -1 : clampDown(stop, length), Math.max(step, -RangeValue.BOUND));
    }

    private static long clampDown(long bound, int length) {
        if (bound < 0) {
            return Math.max(-1, bound + length);
        }
        return Math.min(bound, length - 1L);
    }
}
