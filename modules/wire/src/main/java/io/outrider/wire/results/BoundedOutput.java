package io.outrider.wire.results;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Stream that keeps the first bytes, counts some more and then refuses all. One thread. */
final class BoundedOutput extends OutputStream {
    /** Nothing more is taken. */
    static final class CountExceeded extends IOException {
        private static final long serialVersionUID = 1;

        private CountExceeded() {
            super("as much was written as is counted");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this; // it is no fault, and nobody reads where it was
        }
    }

    private final int limit;
    private final long most;
    private byte[] kept = new byte[256];
    private int size;
    private long length;

    /**
     * @param limit bytes to keep
     * @param most bytes to count
     */
    BoundedOutput(int limit, long most) {
        this.limit = limit;
        this.most = most;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int fits = Math.min(count, limit - size);
        if (fits > 0) {
            if (size + fits > kept.length) {
                kept = Arrays.copyOf(kept, Math.min(limit, Math.max(size + fits, 2 * kept.length)));
            }
            System.arraycopy(bytes, offset, kept, size, fits);
            size += fits;
        }
        length += count;
        if (length > most) {
            throw new CountExceeded();
        }
    }

    /** Bytes that were written, as far as they were counted. */
    long length() {
        return length;
    }

    byte[] kept() {
        return size == kept.length ? kept : Arrays.copyOf(kept, size);
    }
}
