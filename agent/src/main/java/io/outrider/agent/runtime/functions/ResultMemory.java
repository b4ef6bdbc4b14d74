package io.outrider.agent.runtime.functions;

import java.util.concurrent.Semaphore;

/** Memory budget shared by large results while they are built and written. Any thread. */
public final class ResultMemory {
    /** Bytes of each call that are not counted. */
    public static final int FREE_OF_CHARGE = 64 * 1024;

    /** Bytes for all calls: a sixth of the program's heap. */
    public static final int OF_ALL_CALLS = 8 << 20;

    private final Semaphore left; // a permit for each byte

    public ResultMemory(int bytes) {
        left = new Semaphore(bytes);
    }

    /** Opens the share of one call; close it when the result is written. */
    public Share share() {
        return new Share();
    }

    public final class Share implements AutoCloseable {
        private long asked;
        private int taken;
        private boolean closed;

        private Share() {}

        /** @return false if the budget is exhausted */
        public synchronized boolean reserve(long bytes) {
            long more = Math.max(0, asked + bytes - FREE_OF_CHARGE) - taken;
            int permits = (int) Math.min(Math.max(0, more), Integer.MAX_VALUE);
            if (closed || !left.tryAcquire(permits)) {
                return false;
            }
            asked += bytes;
            taken += permits;
            return true;
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                left.release(taken);
            }
        }
    }
}
