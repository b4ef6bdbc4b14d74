package io.outrider.docker.engine;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Input stream that fails after so many bytes since the last {@link #renew}. */
final class BoundedInput extends FilterInputStream {
    private final long limit;
    private long left;

    static final class ExceededException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    BoundedInput(InputStream in, long limit) {
        super(in);
        this.limit = limit;
        this.left = limit;
    }

    void renew() {
        left = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        left -= Math.max(0, read);
        if (left < 0) {
            throw new ExceededException();
        }
        return read;
    }

    /** Nothing: the library's stream would read the rest first. Its response is closed by whom it belongs to. */
    @Override
    public void close() {}
}
