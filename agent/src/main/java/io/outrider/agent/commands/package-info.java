/**
 * Command execution: from the arrival of a command to the delivery of its reply.
 *
 * <p>Guarantees for every job of the fleet, across crashes, restarts and redeliveries, as long as the journal is
 * readable:
 * <ol>
 *   <li>Its function is called at most once.
 *   <li>An acknowledged command gets a reply: a return or a rejection.
 *   <li>All replies to one jid have the same content, which is on disk before the first of them is sent.
 *   <li>A reply is sent until the broker acknowledges it, in the order in which jobs ended; one that the broker does not
 *       accept does not block others. A return that the broker refuses for good, or that the journal has lost, is
 *       replaced by an error.
 *   <li>A jid is remembered for 14 days, or longer if it is one of the last 1,000; it is forgotten earlier only when the
 *       journal is full, and never before its reply was delivered.
 *   <li>Secrets are in no file and in no log line.
 * </ol>
 *
 * <p>The one exception to the second and third: rejections are kept in memory only while the disk is not writable or
 * the journal is full.
 */
package io.outrider.agent.commands;
