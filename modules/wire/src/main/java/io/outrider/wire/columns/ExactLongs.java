package io.outrider.wire.columns;

import java.io.IOException;
import java.math.BigInteger;

/** Whole numbers as they are read, with no overflow unseen. */
final class ExactLongs {
    private ExactLongs() {}

    /** A whole number of 64 bits, or of one more. */
    static BigInteger number(Object value) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        if (value instanceof BigInteger big && big.bitLength() <= Long.SIZE + 1) {
            return big;
        }
        throw new IOException("a whole number is missing, or too large");
    }

    static long exact(BigInteger number) throws IOException {
        if (number.bitLength() >= Long.SIZE) {
            throw new IOException("a number is beyond 64 bits");
        }
        return number.longValue();
    }
}
