package io.outrider.can.isotp;

import io.outrider.can.CanFrame;

/** Protocol control information: frame types and their first bytes (ISO 15765-2, 9.6, table 9). */
final class Pci {
    static final int SINGLE = 0x0;
    static final int FIRST = 0x1;
    static final int CONSECUTIVE = 0x2;
    static final int FLOW_CONTROL = 0x3;

    static final int CONTINUE = 0x0;
    static final int WAIT = 0x1;
    static final int OVERFLOW = 0x2;

    /** Longest message that the short form of a first frame can announce. */
    static final int MAX_SHORT_LENGTH = 0xFFF;

    private Pci() {}

    static int kind(CanFrame frame, int prefix) {
        return frame.at(prefix) >> 4;
    }

    /** STmin in nanoseconds; reserved values mean the maximum, 127 ms (9.6.5.5). */
    static long separationNanos(int stMin) {
        if (stMin <= 0x7F) {
            return stMin * 1_000_000L;
        }
        if (stMin >= 0xF1 && stMin <= 0xF9) {
            return (stMin - 0xF0) * 100_000L;
        }
        return 127 * 1_000_000L;
    }
}
