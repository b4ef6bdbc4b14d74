package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Scanner of one segment file; skips damaged stretches. Bounded in memory and time for any content: abandons the file
 * after as many unsound bytes in a row as the largest record has, or too many bytes checksummed in vain. One thread.
 */
final class SegmentScanner {
    private static final int MAX_FRAME_BYTES = RecordFraming.HEADER + SegmentedLog.MAX_RECORD_BYTES;
    private static final int WINDOW_BYTES = 2 * MAX_FRAME_BYTES;
    private static final long MAX_CHECKED_BYTES = 64L << 20; // checksummed in vain: a fraction of a second

    private final Segments segments;
    private final long number;
    private final BiConsumer<LogPosition, byte[]> visitor;
    private byte[] window = {};
    private int windowStart; // offset of the window in the file
    private boolean isLastWindow; // the file ends in this window
    private long checked;
    int soundEnd; // offset behind the last sound record
    int damaged; // number of damaged stretches between sound records
    boolean isAbandoned; // the bytes behind the last sound record cannot be the torn end of a crash

    SegmentScanner(Segments segments, long number, BiConsumer<LogPosition, byte[]> visitor) {
        this.segments = segments;
        this.number = number;
        this.visitor = visitor;
    }

    /** @throws IOException if the file cannot be read; the visitor has got the records before that */
    void run() throws IOException {
        int at = 0;
        load(at);
        while (at < windowStart + window.length) {
            if (!isLastWindow && windowStart + window.length - at < MAX_FRAME_BYTES) {
                load(at);
            }
            int length = lengthAt(at - windowStart);
            if (length < 0) {
                at++;
                isAbandoned = at - soundEnd > MAX_FRAME_BYTES
                        || checked > MAX_CHECKED_BYTES
                        || at > Integer.MAX_VALUE - WINDOW_BYTES;
                if (isAbandoned) {
                    return;
                }
                continue;
            }
            damaged += at > soundEnd ? 1 : 0;
            int from = at - windowStart + RecordFraming.HEADER;
            visitor.accept(new LogPosition(number, at), Arrays.copyOfRange(window, from, from + length));
            at += RecordFraming.HEADER + length;
            soundEnd = at;
        }
    }

    private void load(int at) throws IOException {
        window = segments.disk().read(segments.path(number), at, WINDOW_BYTES);
        windowStart = at;
        isLastWindow = window.length < WINDOW_BYTES;
    }

    private int lengthAt(int offset) {
        int declared = RecordFraming.declaredLengthAt(window, offset);
        int length = declared < 0 ? -1 : RecordFraming.lengthAt(window, offset);
        checked += declared > 0 && length < 0 ? declared : 0;
        return length;
    }

    /** True if bytes follow the last sound record. */
    boolean hasUnreadTail() {
        return isAbandoned || soundEnd < windowStart + window.length;
    }
}
