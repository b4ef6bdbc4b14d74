package io.outrider.unit.gnss;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Line reader for untrusted streams; an overlong line is dropped as a whole. */
final class LineReader {
    /** Longer than gpsd's longest report, a SKY report with all satellites. */
    static final int LONGEST = 16_384;

    private final InputStream stream;
    private final byte[] chunk = new byte[4_096];
    private byte[] line = new byte[256];
    private int length;
    private boolean tooLong;
    private int next;
    private int end;

    LineReader(InputStream stream) {
        this.stream = stream;
    }

    /**
     * Reads the next line. After an exception of the stream, such as a time-out, the next call continues the same line.
     *
     * @return without the line end; null at the end of the stream, where an unterminated line is dropped
     */
    String read() throws IOException {
        while (true) {
            while (next < end) {
                byte each = chunk[next++];
                if (each == '\n' || each == '\r') {
                    boolean whole = !tooLong && length > 0;
                    String text = new String(line, 0, length, StandardCharsets.UTF_8);
                    length = 0;
                    tooLong = false;
                    if (whole) {
                        return text;
                    }
                } else {
                    append(each);
                }
            }
            next = 0;
            end = 0;
            int count = stream.read(chunk);
            if (count < 0) {
                return null;
            }
            end = count;
        }
    }

    private void append(byte each) {
        if (length == LONGEST) {
            tooLong = true;
            return;
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = each;
    }
}
