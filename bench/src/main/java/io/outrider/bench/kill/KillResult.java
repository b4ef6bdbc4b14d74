package io.outrider.bench.kill;

/**
 * Result of one kill.
 *
 * @param point at which the daemon was killed
 * @param executions completed executions of the function
 * @param returns number of different returns
 * @param deliveries messages with a return, repeated jids included
 * @param thread name of the thread that reached the point
 * @param twice true if the command was sent twice
 * @param text of the return
 */
record KillResult(
        String jid,
        KillPoint point,
        String thread,
        boolean twice,
        int executions,
        int returns,
        int deliveries,
        boolean success,
        String text) {
    /**
     * True if the job ran once and was answered truly. Its return may come once more than the command was sent: the broker
     * had no acknowledgement of the command and delivers it again, or the return was sent and this kill came before it was
     * noted as sent.
     */
    boolean good() {
        return executions == 1
                && returns == 1
                && deliveries >= 1
                && deliveries <= 2 + (twice ? 1 : 0)
                && success != point.interrupted()
                && (success || text.startsWith("ERROR: ") && text.contains("restarted"));
    }
}
