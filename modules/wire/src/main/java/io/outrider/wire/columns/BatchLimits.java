package io.outrider.wire.columns;

/** Limits of a batch for reader and writer. */
final class BatchLimits {
    static final int RECORDS = 20_000;

    /** Values, names and cells of rows; each becomes an object. */
    static final int VALUES = 1_000_000;

    /** Uncompressed bytes of JSON. */
    static final int PLAIN_BYTES = 32 << 20;

    /** Nesting: the 1000 of Jackson's default, and the levels around them. */
    static final int DEPTH = 1_100;

    /** Digits of a number, which Java parses in quadratic time; longer ones are written as text. */
    static final int DIGITS = 10_000;

    private BatchLimits() {}
}
