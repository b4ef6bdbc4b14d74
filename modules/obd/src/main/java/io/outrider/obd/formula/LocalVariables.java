package io.outrider.obd.formula;

import java.util.Arrays;

/** Variables of one comprehension or one call of a lambda, with their enclosing ones. */
final class LocalVariables {
    final Object[] slots;
    final LocalVariables parent;

    LocalVariables(int size, LocalVariables parent) {
        this.slots = new Object[size];
        this.parent = parent;
        Arrays.fill(slots, Args.MISSING);
    }
}
