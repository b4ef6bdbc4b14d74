package io.outrider.bench.car.wire;

/**
 * Flow control parameters of an ECU for a request of several frames.
 *
 * @param blockSize frames until its next flow control, 0 for all
 * @param separationTime STmin byte
 * @param waits number of WAIT frames before CONTINUE
 */
public record RequestFlow(int blockSize, int separationTime, int waits) {
    /** All frames at once. */
    public static final RequestFlow FREE = new RequestFlow(0, 0, 0);
}
