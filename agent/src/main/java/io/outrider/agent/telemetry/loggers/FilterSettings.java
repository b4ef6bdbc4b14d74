package io.outrider.agent.telemetry.loggers;

/**
 * Which readings become records.
 *
 * @param change only those that differ from the last that passed
 * @param deadband a number that differs by no more than this is no change; 0 for none
 * @param percent the deadband is in percent of the last that passed
 * @param minNanos at most one record in this time; 0 for no bound
 * @param maxNanos an unchanged one passes after this time; 0 for never
 * @param position what is no significant position, as the incumbent means it, is no change
 */
record FilterSettings(
        boolean change, double deadband, boolean percent, long minNanos, long maxNanos, boolean position) {
    /** All pass. */
    static final FilterSettings NONE = new FilterSettings(false, 0, false, 0, 0, false);
}
