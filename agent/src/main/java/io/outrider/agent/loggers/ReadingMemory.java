package io.outrider.agent.loggers;

/**
 * Budget in bytes of the readings that all loggers keep together: the last one of each, and what their filters compare
 * with. Guarded by the schedule.
 */
final class ReadingMemory {
    /** Of the shipped heap of 48 MB. */
    static final long MOST_BYTES = 4 << 20;

    private long left;

    ReadingMemory(long bytes) {
        left = bytes;
    }

    /** The part of one logger. */
    Account open() {
        return new Account();
    }

    /** What one logger keeps. */
    final class Account {
        private long taken;
        private boolean closed;

        private Account() {}

        /**
         * Takes memory in the place of some that was taken before.
         *
         * @return false if there is not so much, or the logger is not there any more; then nothing has changed
         */
        boolean replace(long before, long after) {
            if (closed || after - before > left) {
                return false;
            }
            left -= after - before;
            taken += after - before;
            return true;
        }

        /** Gives everything back, for good. */
        void close() {
            closed = true;
            left += taken;
            taken = 0;
        }
    }
}
