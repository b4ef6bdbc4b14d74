package io.outrider.obd.formula;

import java.util.Arrays;

/** Variables of one comprehension, and those around it. */
final class LocalVariables {
    final Object[] slots;
    final LocalVariables parent;

    LocalVariables(int size, LocalVariables parent) {
        this.slots = new Object[size];
        this.parent = parent;
        Arrays.fill(slots, Args.MISSING);
    }
}
