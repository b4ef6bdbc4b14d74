package io.outrider.agent.runtime.functions;

/** Memory that the values of large results may take together while they are made and written. Any thread. */
public final class ResultMemory {
    /** Bytes that each call may take besides. */
    public static final int FREE_OF_CHARGE = 64 * 1024;

    /** Bytes for all calls together: a sixth of the heap that the program is started with. */
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

    /** The part of one call; to be closed when its result has been written. */
    public Share share() {
        return new Share();
    }

    /** Memory that one call takes. Any thread. */
    public final class Share implements AutoCloseable {
        private long asked;
        private long taken;
        private boolean closed;

        private Share() {}

        /**
         * Takes memory.
         *
         * @return false if there is none left
         */
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
