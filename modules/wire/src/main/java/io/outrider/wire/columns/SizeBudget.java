package io.outrider.wire.columns;

import java.io.IOException;

/** How much may still be made of one piece. */
final class SizeBudget {
    private long left;

    SizeBudget(long left) {
        this.left = left;
    }

    /** @throws IOException if that is more than is left */
    void take(long values) throws IOException {
        left -= values;
        if (left < 0) {
            throw new IOException("too large: more than " + BatchLimits.VALUES + " values");
        }
    }
}
