package io.outrider.agent.telemetry.loggers;

/**
 * Budget in bytes of the readings that all loggers keep together: the last one of each, and what their filters compare
 * with. Guarded by the schedule.
 */
final class ReadingMemory {
    /** Of the shipped heap of 48 MB. */
    static final long MOST_BYTES = 4 << 20;

    /** Beside it, what loggers have of their own. */
    static final long MOST_OWN_BYTES = 4 << 20;

    private long left;
    private long ownLeft = MOST_OWN_BYTES;

    ReadingMemory(long bytes) {
        left = bytes;
    }

    /**
     * A part of one logger.
     *
     * @param own bytes that it has beside the budget, whatever others take of that; less if there are too many loggers
     */
    Account open(long own) {
        Account account = new Account(Math.min(own, ownLeft));
        ownLeft -= account.own;
        return account;
    }

    /** What one logger keeps. */
    final class Account {
        private final long own;
        private long taken;
        private boolean closed;

        private Account(long own) {
            this.own = own;
        }

        /**
         * Takes memory in the place of some that was taken before.
         *
         * @return false if there is not so much, or the logger is not there any more; then nothing has changed
         */
        boolean replace(long before, long after) {
            long more = ofBudget(taken + after - before) - ofBudget(taken);
            if (closed || more > left) {
                return false;
            }
            left -= more;
            taken += after - before;
            return true;
        }

        /** Gives everything back, for good. */
        void close() {
            if (!closed) {
                closed = true;
                left += ofBudget(taken);
                ownLeft += own;
            }
        }

        private long ofBudget(long bytes) {
            return Math.max(0, bytes - own);
        }
    }
}
