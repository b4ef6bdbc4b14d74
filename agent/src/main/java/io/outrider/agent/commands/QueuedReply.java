package io.outrider.agent.commands;

/**
 * Answer that the broker does not have yet.
 *
 * @param number its place in the order
 * @param topic where it goes
 * @param unwritten whether it is not in the journal, but in memory
 * @param reply whether it answers a command that was not run
 * @param old whether it is not offered while the broker does not take what goes there
 */
record QueuedReply(long number, String jid, String topic, boolean unwritten, boolean reply, boolean old) {
    QueuedReply as(boolean isOld) {
        return new QueuedReply(number, jid, topic, unwritten, reply, isOld);
    }
}
