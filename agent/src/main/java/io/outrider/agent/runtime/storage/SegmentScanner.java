package io.outrider.agent.runtime.storage;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads one file from its beginning, and passes over what is damaged. Whatever is in the file, it takes little memory, and
 * not much longer than reading what is sound: the rest is given up after as many unsound bytes in a row as the largest
 * record has, or when too much was added up to find out what is sound. One thread.
 */
final class SegmentScanner {
    private static final int WHOLE = RecordFraming.HEADER + SegmentedLog.LARGEST;
    private static final int WINDOW = 2 * WHOLE;
    private static final long MOST_CHECKED = 64L << 20; // bytes in vain: a fraction of a second

    private final Segments segments;
    private final long number;
    private final RecordVisitor visitor;
    private byte[] window = {};
    private int start; // of the window, in the file
    private boolean isLast; // whether the file ends with the window
    private long checked;
    private int good;
    private int damaged;
    private boolean isGivenUp;

    SegmentScanner(Segments segments, long number, RecordVisitor visitor) {
        this.segments = segments;
        this.number = number;
        this.visitor = visitor;
    }

    /** @throws IOException if it cannot be read; what was read before that was given to the visitor */
    void run() throws IOException {
        int at = 0;
        load(at);
        while (at < start + window.length) {
            if (!isLast && start + window.length - at < WHOLE) {
                load(at);
            }
            int length = lengthAt(at - start);
            if (length < 0) {
                at++;
                isGivenUp = at - good > WHOLE || checked > MOST_CHECKED || at > Integer.MAX_VALUE - WINDOW;
                if (isGivenUp) {
                    return;
                }
                continue;
            }
            damaged += at > good ? 1 : 0;
            int from = at - start + RecordFraming.HEADER;
            visitor.record(new LogPosition(number, at), Arrays.copyOfRange(window, from, from + length));
            at += RecordFraming.HEADER + length;
            good = at;
        }
    }

    private void load(int at) throws IOException {
        window = segments.read(number, at, WINDOW);
        start = at;
        isLast = window.length < WINDOW;
    }

    private int lengthAt(int offset) {
        int told = RecordFraming.toldAt(window, offset);
        int length = told < 0 ? -1 : RecordFraming.lengthAt(window, offset);
        checked += told > 0 && length < 0 ? told : 0;
        return length;
    }

    /** Up to here everything was read or counted. */
    int good() {
        return good;
    }

    /** Stretches between sound records. */
    int damaged() {
        return damaged;
    }

    /** Whether something comes after the last sound record. */
    boolean hasRest() {
        return isGivenUp || good < start + window.length;
    }

    /** Whether that cannot be what a crash has left. */
    boolean isGivenUp() {
        return isGivenUp;
    }
}
