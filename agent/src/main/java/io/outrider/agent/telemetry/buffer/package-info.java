/**
 * Persistent buffer of telemetry records between their acceptance and their delivery.
 *
 * <p>There are four logs. The active log takes all records as they are accepted. When it has too many segments, the
 * compactor moves the pending records of its oldest segment to the compacted log of their priority and drops the segment;
 * while delivery keeps up, nothing is compacted. A frame holds records and their header, a list of done ordinals, or a
 * checkpoint of the run. An ordinal counts all records ever written to a log: one that is missing and not done was lost by
 * the disk. The active log stores records as binary rows ({@code RowWriter}), because an append has to be fast; the
 * compacted logs store them by column.
 *
 * <p>Guarantees for a record that was accepted while the disk was writable:
 *
 * <ol>
 *   <li>It is delivered, or counted in an {@code agent.loss} record, or still pending. The death of the process does not
 *       change that. A power cut may take the records of the last second ({@code sync_ms}: the fsync starts after half of
 *       it, on a thread of its own, which leaves the disk the other half). A loss of reason {@code power_cut} then gives the
 *       last sequence before it, without a count, which cannot be known; missing records before others that are found
 *       count as {@code damaged}.
 *   <li>No other record ever has its run and sequence, whatever is lost or deleted.
 *   <li>It is in flight to one taker at a time. After its delivery it is delivered again only if the machine died or the
 *       disk failed before that was on the disk, or the process died while it was being reported.
 *   <li>Records of one run and priority are taken in ascending or in descending order of their sequences.
 *   <li>A loss is written before its records are dropped, in a frame that lists them, so that a crash in between neither
 *       forgets nor doubles it. A lost {@code agent.loss} record is replaced by another.
 *   <li>Done ordinals may be written late, but never early: before a segment is dropped, all logs are forced.
 *   <li>Records that were forced or compacted are in the watermarks ({@code Watermarks}) before their future completes, and
 *       done ordinals before their log is cleared. On the next start, records that are in the watermarks and in no log
 *       count as {@code damaged}. Older versions leave no watermarks, which is no damage.
 *   <li>A frame counts as {@code damaged} if it is corrupt, its file is missing, or it has been unreadable for a minute.
 *       Until then no later record of its run and priority is delivered.
 *   <li>Eviction takes the lowest priority first, then the oldest. Only trusted times let a record expire.
 *   <li>No damage, foreign file or failing disk makes the buffer throw or refuse to open. While the disk fails, records
 *       stay in memory, in order, up to a limit; the others are counted. At an orderly shutdown the rest is a loss of
 *       reason {@code disk}; after a kill, a loss of reason {@code unwritten} gives the first sequence, without a count.
 *       Both are noted in a preallocated file ({@code ReserveFile}), and reported once by the next run.
 * </ol>
 *
 * <p>So {@code produced = delivered + reported lost} does not hold, beyond the last second before a power cut:
 *
 * <ul>
 *   <li>for records in memory only (their future completes with false) and losses not yet written, if the process ends
 *       while not even the preallocated file can be written: the disk is read-only or fails, or was full before the
 *       buffer was first opened. An orderly shutdown logs their number; a killed process cannot;
 *   <li>for losses passed to {@code lost}, or delivered from memory, while the disk failed, if the process was killed: the
 *       former are forgotten, the latter may be reported again;
 *   <li>for files that were cut or removed, or damage at the end of the newest one, if the watermarks are missing too, or
 *       stale because the machine died less than a minute after they were forced;
 *   <li>for losses passed to {@code lost} less than half of {@code sync_ms} before the process was killed.
 * </ul>
 */
package io.outrider.agent.telemetry.buffer;
