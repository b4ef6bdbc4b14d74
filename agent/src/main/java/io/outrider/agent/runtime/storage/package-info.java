/**
 * An append-only log of records in files, on a disk that may fill up, lose power or rot.
 *
 * <p>What holds at any time:
 *
 * <ol>
 *   <li>A record whose append has returned is there after any crash, until its segment is dropped. One that was only
 *       noted is there after any crash of the process; a crash of the machine may take it, and then it takes every record
 *       after it in the same file too.
 *   <li>Records are read back in the order in which they were appended, each at most once, and byte for byte.
 *   <li>A record whose append has thrown is not read back by a later opening, unless the machine died, or the disk
 *       refused to shorten the file, before the next append worked.
 *   <li>What a crash left half written at the end is cut off before the next append, and what it left at the end of the file
 *       before on opening: another is begun while the last notes may still be unforced. Neither is counted as damage, unless
 *       the disk refused to shorten the file before two others followed it.
 *   <li>What rotted in the middle costs the records it touches and no others; each stretch is counted once.
 *   <li>With a watermark, a file that holds less than was forced into it, or is gone, is counted as damage too.
 *   <li>No append ever changes a byte before the end of the log. Segments are only dropped whole, in whatever order who uses
 *       the log wants; the newest never, so that no number of a segment is used twice.
 *   <li>A failed append leaves the log usable: the next one tries again from where the last good one ended.
 * </ol>
 */
package io.outrider.agent.runtime.storage;
