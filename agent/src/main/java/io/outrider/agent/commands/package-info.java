/**
 * What was asked of the unit, from the moment it arrives to the moment its answer is delivered.
 *
 * <p>What holds for every job of the fleet, over any number of crashes, restarts and deliveries, as long as its journal
 * can be read:
 *
 * <ol>
 *   <li>Its body is started at most once.
 *   <li>A command whose delivery was acknowledged gets an answer: a return or a rejection.
 *   <li>All answers to one jid have the same content, which is on disk before the first of them leaves.
 *   <li>An answer is offered to the broker until the broker has it, in the order in which jobs ended; one that the broker
 *       does not want does not hold up the others. A return that it will never take, or that the journal has lost, is
 *       replaced by an error.
 *   <li>A jid is remembered for 14 days, and longer if it is one of the last 1,000; earlier it is forgotten only when
 *       the journal is full, and never before its answer was delivered.
 *   <li>What is secret is in no file and in no line of the log.
 * </ol>
 *
 * <p>The one exception to the second and third: what is refused while the disk cannot be written, or the journal is full,
 * is kept in memory only.
 */
package io.outrider.agent.commands;
