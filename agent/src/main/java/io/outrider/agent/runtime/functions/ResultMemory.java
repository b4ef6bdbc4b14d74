package io.outrider.agent.runtime.functions;

/** Memory budget shared by large results while they are built and written. Any thread. */
public final class ResultMemory {
    /** Bytes of each call that are not counted. */
    public static final int FREE_OF_CHARGE = 64 * 1024;

    /** Bytes for all calls: a sixth of the program's heap. */
    public static final long OF_ALL_CALLS = 8 << 20;

    private long left;

    public ResultMemory(long bytes) {
        left = bytes;
    }

    private synchronized boolean take(long bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }

    private synchronized void giveBack(long bytes) {
        left += bytes;
    }

    /** Opens the share of one call; close it when the result is written. */
    public Share share() {
        return new Share();
    }

    public final class Share implements AutoCloseable {
        private long asked;
        private long taken;
        private boolean closed;

        private Share() {}

        /** @return false if the budget is exhausted */
        public synchronized boolean reserve(long bytes) {
            long more = Math.max(0, asked + bytes - FREE_OF_CHARGE) - taken;
            if (closed || more > 0 && !take(more)) {
                return false;
            }
            asked += bytes;
            taken += Math.max(0, more);
            return true;
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                giveBack(taken);
            }
        }
    }
}
