/**
 * Files that survive crashes, and an append-only log of records on a disk that may fill up, lose power or corrupt data.
 *
 * <p>Guarantees of the log:
 *
 * <ol>
 *   <li>A record whose append has returned survives any crash until its segment is dropped. An unsynced one survives the
 *       death of the process; a power cut may take it, and then also all later records of the same file.
 *   <li>Records are read back in the order of their appends, each at most once and byte for byte.
 *   <li>A record whose append has thrown is not read back by a later opening, unless the machine died, or the file could
 *       not be shortened, before the next append succeeded.
 *   <li>A torn end is cut off before the next append, and that of the previous file on opening, since a roll may leave
 *       unforced records there. Neither counts as damage, unless the file could not be shortened before two others
 *       followed it.
 *   <li>Corruption in the middle costs the records it touches and no others; each stretch is counted once.
 *   <li>With a watermark, a file that is shorter than its forced length, or missing, counts as damage too.
 *   <li>No append changes a byte before the end of the log. Segments are dropped whole, in any order, but never the newest,
 *       so that no segment number is used twice.
 *   <li>A failed append leaves the log usable: the next one continues from the end of the last successful one.
 * </ol>
 */
package io.outrider.agent.runtime.storage;
