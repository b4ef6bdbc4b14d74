package io.outrider.agent.commands;

/**
 * Reply that the broker has not acknowledged.
 *
 * @param number position in the queue
 * @param unwritten true if it is in memory only, not in the journal
 * @param direct true if it replies to a command that is not run: a rejected or a repeated one
 * @param deferrable true if it is not sent while the broker does not accept its topic
 */
record QueuedReply(long number, String jid, String topic, boolean unwritten, boolean direct, boolean deferrable) {
    QueuedReply withDeferrable(boolean value) {
        return new QueuedReply(number, jid, topic, unwritten, direct, value);
    }
}
