package io.outrider.obd.formula;

/** Range of Python: the numbers are never made, only walked. */
record RangeValue(long start, long stop, long step) {
    /** Bounds beyond this are refused: no formula counts so far, and lengths stay inside a long. */
    static final long BOUND = 1L << 61;

    long length() {
        if (step > 0) {
            return start >= stop ? 0 : (stop - start - 1) / step + 1;
        }
        return start <= stop ? 0 : (start - stop - 1) / -step + 1;
    }

    long at(long index) {
        return start + index * step;
    }

    boolean sameNumbers(RangeValue other) {
        long length = length();
        return length == other.length() && (length == 0 || start == other.start) && (length < 2 || step == other.step);
    }

    boolean contains(long value) {
        boolean inside = step > 0 ? value >= start && value < stop : value <= start && value > stop;
        return inside && (value - start) % step == 0;
    }
}
