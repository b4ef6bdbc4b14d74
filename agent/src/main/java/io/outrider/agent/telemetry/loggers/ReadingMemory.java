package io.outrider.agent.telemetry.loggers;

/**
 * Memory budget in bytes of the readings stored by all loggers: the last one of each, and those that filters compare
 * with. Guarded by the schedule.
 */
final class ReadingMemory {
    /** Share of the shipped heap of 48 MB. */
    static final long MOST_BYTES = 4 << 20;

    /** Reserved for the loggers' own bytes, beside that budget. */
    static final long MOST_OWN_BYTES = 4 << 20;

    private long left;
    private long ownLeft = MOST_OWN_BYTES;

    ReadingMemory(long bytes) {
        left = bytes;
    }

    /**
     * Account of one logger.
     *
     * @param own bytes reserved for it beside the shared budget; fewer if there are too many loggers
     */
    Account open(long own) {
        Account account = new Account(Math.min(own, ownLeft));
        ownLeft -= account.own;
        return account;
    }

    /** Bytes stored by one logger. */
    final class Account {
        private final long own;
        private long used;
        private boolean closed;

        private Account(long own) {
            this.own = own;
        }

        /** @return false, without a change, if the budget is exceeded or the account closed */
        boolean replace(long before, long after) {
            long more = ofBudget(used + after - before) - ofBudget(used);
            if (closed || more > left) {
                return false;
            }
            left -= more;
            used += after - before;
            return true;
        }

        /** Frees everything for good. */
        void close() {
            if (!closed) {
                closed = true;
                left += ofBudget(used);
                ownLeft += own;
            }
        }

        private long ofBudget(long bytes) {
            return Math.max(0, bytes - own);
        }
    }
}
