package io.outrider.obd.formula;

/** Python's range, with numbers generated on iteration. */
record RangeValue(long start, long stop, long step) {
    /** Largest bound, so that lengths fit a long. */
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

    boolean contains(long value) {
        boolean inside = step > 0 ? value >= start && value < stop : value <= start && value > stop;
        return inside && (value - start) % step == 0;
    }
}
