package io.outrider.wire.results;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Output stream that keeps the first bytes, counts further ones, and then throws. One thread. */
final class BoundedOutput extends OutputStream {
    static final class CountExceeded extends IOException {
        private static final long serialVersionUID = 1;

        private CountExceeded() {
            super("as much was written as is counted");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this; // used for control flow
        }
    }

    private final int limit;
    private final long maxCount;
    private byte[] prefix = new byte[256];
    private int size;
    private long length;

    /** @param limit bytes to keep; further ones up to {@code maxCount} are counted */
    BoundedOutput(int limit, long maxCount) {
        this.limit = limit;
        this.maxCount = maxCount;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int fits = Math.min(count, limit - size);
        if (fits > 0) {
            if (size + fits > prefix.length) {
                prefix = Arrays.copyOf(prefix, Math.min(limit, Math.max(size + fits, 2 * prefix.length)));
            }
            System.arraycopy(bytes, offset, prefix, size, fits);
            size += fits;
        }
        length += count;
        if (length > maxCount) {
            throw new CountExceeded();
        }
    }

    long length() {
        return length;
    }

    byte[] prefix() {
        return size == prefix.length ? prefix : Arrays.copyOf(prefix, size);
    }
}
