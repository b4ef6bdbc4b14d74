package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;

/**
 * Flow control frame from the receiver of a message to its sender (ISO 15765-2, 9.6.5).
 *
 * @param status 0 continue, 1 wait, 2 overflow
 * @param blockSize consecutive frames until the next flow control; 0 for all
 * @param separationNanos minimum time between two consecutive frames
 */
public record FlowControl(int status, int blockSize, long separationNanos) {
    public static final int CONTINUE = 0;
    public static final int WAIT = 1;
    public static final int OVERFLOW = 2;

    /** True for a flow control frame, by the byte after the address prefix. */
    public static boolean isIn(CanFrame frame, int prefix) {
        return frame.length() >= prefix + 3 && frame.at(prefix) >> 4 == 3;
    }

    public static FlowControl in(CanFrame frame, int prefix) {
        return new FlowControl(frame.at(prefix) & 0xF, frame.at(prefix + 1), separationNanos(frame.at(prefix + 2)));
    }

    /** 9.6.5.4: 00 to 7F milliseconds, F1 to F9 hundreds of microseconds; reserved values count as 7F. */
    private static long separationNanos(int stMin) {
        if (stMin >= 0xF1 && stMin <= 0xF9) {
            return (stMin & 0xF) * 100_000L;
        }
        return Math.min(stMin, 0x7F) * 1_000_000L;
    }
}
