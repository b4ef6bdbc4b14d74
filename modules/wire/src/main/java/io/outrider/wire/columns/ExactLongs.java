package io.outrider.wire.columns;

import java.io.IOException;
import java.math.BigInteger;

/** Overflow-checked conversion of decoded whole numbers. */
final class ExactLongs {
    private ExactLongs() {}

    /** Whole number of at most 65 bits. */
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
