package io.outrider.wire.columns;

import java.io.IOException;

/** Limits of a batch for reader and writer, and the budget of its values. */
final class SizeBudget {
    static final int RECORDS = 20_000;

    /** Values, names and cells of rows; each becomes an object. */
    static final int VALUES = 1_000_000;

    /** Uncompressed bytes of JSON. */
    static final int PLAIN_BYTES = 32 << 20;

    /** Nesting: the 1000 of Jackson's default, and the levels around them. */
    static final int DEPTH = 1_100;

    /** Digits of a number, which Java parses in quadratic time; longer ones are written as text. */
    static final int DIGITS = 10_000;

    private long remaining;

    SizeBudget(long remaining) {
        this.remaining = remaining;
    }

    /** @throws IOException if the budget is exceeded */
    void take(long values) throws IOException {
        remaining -= values;
        if (remaining < 0) {
            throw new IOException("too large: more than " + VALUES + " values");
        }
    }
}
