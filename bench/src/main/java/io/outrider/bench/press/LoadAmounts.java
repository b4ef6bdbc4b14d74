package io.outrider.bench.press;

/**
 * Amounts of loads that have no maximum of their own.
 *
 * @param backlog commands that wait for an absent unit
 * @param large commands of 20 KB that do
 * @param seconds for which streams, idle connections and recordings last
 * @param documents desired documents one after the other
 */
record LoadAmounts(int backlog, int large, int seconds, int documents) {
    static final LoadAmounts FULL = new LoadAmounts(60_000, 900, 30, 8);
    static final LoadAmounts SHORT = new LoadAmounts(5_000, 900, 5, 3);
}
