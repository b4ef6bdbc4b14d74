package io.outrider.agent.telemetry.loggers;

/**
 * Settings of a filter that selects the readings to record.
 *
 * @param change only readings that differ from the last recorded one
 * @param deadband largest difference of a number that is no change; 0 for none
 * @param percent whether the dead band is in percent of the last recorded value
 * @param minNanos least time between two records; 0 for no limit
 * @param maxNanos time after which an unchanged reading is recorded; 0 for never
 * @param position whether only AutoPi's significant positions are a change
 */
record FilterSettings(
        boolean change, double deadband, boolean percent, long minNanos, long maxNanos, boolean position) {
    static final FilterSettings NONE = new FilterSettings(false, 0, false, 0, 0, false);
}
