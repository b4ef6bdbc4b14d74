package io.outrider.can;

/** Valid data lengths of CAN FD frames (ISO 11898-1, data length codes). */
public final class FdLength {
    public static final int MAX = 64;

    private FdLength() {}

    /** Smallest valid length of at least {@code bytes}, 0 to 64. */
    public static int atLeast(int bytes) {
        if (bytes < 0 || bytes > MAX) {
            throw new IllegalArgumentException("a CAN FD frame carries up to 64 bytes, not " + bytes);
        }
        if (bytes <= 8) {
            return bytes;
        }
        if (bytes <= 24) {
            return (bytes + 3) / 4 * 4;
        }
        return bytes <= 32 ? 32 : bytes <= 48 ? 48 : 64;
    }
}
