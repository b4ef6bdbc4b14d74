/**
 * Disturbs a unit in every way there is, and adds up: what a producer was told is kept, what arrived, and what the unit
 * says it lost. The judge is sound on these grounds:
 * <ol>
 *   <li>What was posted and by what answer is known to this process alone, which is neither killed nor cut.
 *   <li>An answer that did not come decides nothing: such a number may arrive or not. It is counted apart.
 *   <li>Identity is unit, boot and sequence as the unit gave them; that one number comes under two identities is wrong.
 *   <li>A broker is answerable for what it has acknowledged only as long as it keeps its sessions. Debian's keeps them
 *       through SIGTERM. Before SIGKILL the unit is cut off from it, and what it has acknowledged is awaited here; the
 *       unit is let back when the subscription stands again.
 *   <li>A loss that is reported with a place covers no more there than its count, and one without a place no more
 *       anywhere. Of a request, the unit takes from its beginning on: what is missing in front of what came is lost,
 *       unless the power was cut.
 *   <li>A time that was told as known stays. What time may be told is known, where clocks jump, from when a record was
 *       posted and what the unit's clock showed then.
 *   <li>What could not get going is skipped and named in the line of sums, never judged, unless a number of it was asked
 *       for, or something was wrong for good by then; a part that throws anything else is wrong, and so is a unit that
 *       does not come back from a power cut while its machine runs.
 *   <li>The judge can fail: its tests plant every kind of loss and doubling that it is there to find.
 * </ol>
 */
package io.outrider.bench.soak;
