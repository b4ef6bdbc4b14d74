package io.outrider.bench.car.wire;

/**
 * Flow control parameters of an ECU for a request of several frames.
 *
 * @param blockSize frames until its next flow control, 0 for all
 * @param separationTime the STmin byte it asks for
 * @param waits how often it says WAIT before it lets the tester go on
 */
public record RequestFlow(int blockSize, int separationTime, int waits) {
    /** Everything at once. */
    public static final RequestFlow FREE = new RequestFlow(0, 0, 0);
}
