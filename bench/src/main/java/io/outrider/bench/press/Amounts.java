package io.outrider.bench.press;

/**
 * How much of what has no maximum of its own.
 *
 * @param backlog commands that wait for an absent unit
 * @param large commands of 20 KB that do
 * @param seconds for which streams, idle connections and recordings last
 * @param documents desired documents one after the other
 */
record Amounts(int backlog, int large, int seconds, int documents) {
    static final Amounts FULL = new Amounts(60_000, 900, 30, 8);
    static final Amounts SHORT = new Amounts(5_000, 900, 5, 3);
}
