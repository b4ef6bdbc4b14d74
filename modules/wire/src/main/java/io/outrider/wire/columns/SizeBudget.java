package io.outrider.wire.columns;

import java.io.IOException;

/** Budget of values for one batch. */
final class SizeBudget {
    private long remaining;

    SizeBudget(long remaining) {
        this.remaining = remaining;
    }

    /** @throws IOException if the budget is exceeded */
    void take(long values) throws IOException {
        remaining -= values;
        if (remaining < 0) {
            throw new IOException("too large: more than " + BatchLimits.VALUES + " values");
        }
    }
}
