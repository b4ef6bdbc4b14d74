package io.outrider.bench.kill;

/**
 * What one killing left.
 *
 * @param executions how often the function did its work
 * @param returns how many different returns there were
 * @param deliveries how many messages with one, of which a client sees the jid that it has already
 * @param twice whether the command was sent twice
 * @param text of the return
 */
record KillResult(
        String jid,
        KillPoint moment,
        boolean twice,
        int executions,
        int returns,
        int deliveries,
        boolean success,
        String text) {
    boolean good() {
        return executions == 1
                && returns == 1
                && deliveries >= 1
                && deliveries <= 1 + (twice ? 1 : 0) + (moment.mayAnswerAgain() ? 1 : 0)
                && success != moment.interrupted()
                && (success || text.startsWith("ERROR: ") && text.contains("restarted"));
    }
}
