package io.outrider.bench.kill;

/**
 * What one killing left.
 *
 * @param executions how often the function did its work
 * @param returns how many different returns there were
 * @param deliveries how many messages with one, of which a client sees the jid that it has already
 * @param text of the return
 */
record Verdict(String jid, Moment moment, int executions, int returns, int deliveries, boolean success, String text) {
    boolean good() {
        return executions == 1
                && returns == 1
                && success != moment.interrupted()
                && (success || text.startsWith("ERROR: ") && text.contains("restarted"));
    }
}
