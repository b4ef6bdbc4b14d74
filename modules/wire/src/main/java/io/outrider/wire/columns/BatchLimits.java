package io.outrider.wire.columns;

/** What a reader puts up with, and therefore what is written at most. */
final class BatchLimits {
    /** Records in one piece. */
    static final int RECORDS = 20_000;

    /** Values, names and cells of rows in one piece; each becomes an object. */
    static final int VALUES = 1_000_000;

    /** Bytes of JSON in one piece. */
    static final int PLAIN_BYTES = 32 << 20;

    /** Levels of nesting: the 1000 that Jackson takes by default, and room for what is put around. */
    static final int DEPTH = 1_100;

    /** Digits of a number. Java needs time by their square; what is longer is written as text. */
    static final int DIGITS = 10_000;

    private BatchLimits() {}
}
