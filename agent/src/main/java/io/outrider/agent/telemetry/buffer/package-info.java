/**
 * Keeps every record that was accepted until somebody else has it.
 *
 * <p>There are four logs, called lanes. All records go into the fresh one, as they come. When there is too much in it, what
 * is still wanted of its oldest segment is packed into the lane of its priority, and that segment dropped; while records
 * are delivered as fast as they come, nothing is packed. A frame of a lane holds records with all that is needed to know
 * them, or says which ordinals of the lane are done with, or how far the run of the process is. An ordinal counts the
 * records ever written to a lane: one that is missing and not done with was lost by the disk. In the fresh lane
 * the records of a frame stand one after the other, in binary ({@code RowWriter}), because an append has to be quick; in a
 * packed lane by column.
 *
 * <p>What holds at any time, for a record that was accepted while the disk could be written:
 *
 * <ol>
 *   <li>It is delivered, or counted in an {@code agent.loss} record, or still there. The death of the process changes
 *       nothing in this; that of the machine may take what was accepted in the last second ({@code sync_ms}: it is forced
 *       after half of that, by a thread that does nothing else, and the disk has the other half for it). Then a loss of
 *       reason {@code power_cut} says after which sequence, without a count, since that cannot be known; records before
 *       others that are found are counted as {@code damaged}.
 *   <li>Its run and sequence are no other record's, whatever is lost or deleted.
 *   <li>It is given out to one taker at a time. After it was delivered it is given out again only if the machine died, or
 *       the disk failed, before that was on the disk; or if the process died while it was told.
 *   <li>Of one run and priority, records are given out in the order of their sequences, from the one end or the other.
 *   <li>A loss is written before what it counts is dropped, in a frame that says what is gone, so that a crash in between
 *       neither forgets nor doubles it. What was told by a lost {@code agent.loss} is told by another.
 *   <li>That something is done with may be said late, and never before it is: of a lane whose segment is dropped, and of
 *       all others, everything is forced first.
 *   <li>What was confirmed to be on the disk, or packed, is told by the watermarks ({@code Watermarks}) before anybody is told
 *       of it; so is what is done with before a lane is emptied. At the next start, what they tell and no lane has is
 *       {@code damaged}. An older program, which leaves none, causes no alarm.
 *   <li>What cannot be read counts as {@code damaged} when it was read and is wrong, or its file is gone, or it could not be
 *       read for a minute. Until then nothing of its run and priority passes it.
 *   <li>What makes room goes by priority, the least important first, and then by age. Only moments that can be trusted
 *       make a record old.
 *   <li>No damage, foreign file or failing disk keeps the buffer from opening or makes it throw. While the disk takes
 *       nothing, records are in memory, in their order, as many as there is room for; the others are counted. When the
 *       process ends in order, what still has no room is a loss of reason {@code disk}; when it is killed, a loss of reason
 *       {@code unwritten} says from which sequence on, without a count. Either is left in a file that has its room already
 *       ({@code ReserveFile}), and told by the next run, once.
 * </ol>
 *
 * <p>So {@code produced = delivered + reported lost} does not hold, beyond the last second before a power cut:
 *
 * <ul>
 *   <li>for records that are in memory only, as {@code accept} has said, and losses not yet written, when the process ends
 *       while the disk takes not even what is written in place: because it is read-only or fails, or was full before the
 *       buffer was opened for the first time. An orderly end logs their number; a killed process cannot;
 *   <li>for losses told by {@code lost}, or given out of memory, while the disk took nothing, if the process was killed:
 *       the former are forgotten, and the latter may be told again;
 *   <li>for files that were cut or removed, or damage at the very end of the newest one, if the watermarks are gone too, or are
 *       older because the machine died less than a minute after they were forced;
 *   <li>for losses told by {@code lost} less than half a {@code sync_ms} before the process was killed.
 * </ul>
 */
package io.outrider.agent.telemetry.buffer;
