package io.outrider.obd.formula;

import java.util.Arrays;

/** The variables of one comprehension or one call of a lambda, and those around it. */
final class Frame {
    final Object[] slots;
    final Frame parent;

    Frame(int size, Frame parent) {
        this.slots = new Object[size];
        this.parent = parent;
        Arrays.fill(slots, Args.MISSING);
    }
}
