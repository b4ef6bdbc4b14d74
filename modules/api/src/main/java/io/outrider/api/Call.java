package io.outrider.api;

/** Context of a function call: job id, progress, memory for results. Any thread, until the function returns. */
public interface Call {
    /** Job id, 20 digits for a fleet job; empty for a call outside of a job. */
    String jid();

    /**
     * Reports progress to the caller. May be called often: reports are rate-limited before they leave the unit.
     *
     * @param done units completed
     * @param total units in all; 0 while unknown
     * @param unit unit of the two counts: {@code bytes}, {@code steps}, {@code s}
     * @param what current activity, for display
     */
    void progress(long done, long total, String unit, String what);

    /**
     * Reserves memory for a large result from the budget that all calls share. Call it before allocating, part by part;
     * the reservation ends when the result has been written.
     *
     * @return false if the budget is used up: the function truncates its result and marks it
     */
    default boolean reserve(long bytes) {
        return true;
    }

    /** A call without a job; its progress is discarded. */
    static Call detached() {
        return new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                // discarded
            }
        };
    }
}
