/**
 * Soak test: injects faults into a unit and balances the records acknowledged to producers, received, and reported lost.
 * Its checks are sound on these grounds:
 * <ol>
 *   <li>Posted numbers and their responses are recorded by this process, which is neither killed nor cut.
 *   <li>A number without a response may arrive or not. It is counted separately.
 *   <li>Identity is unit, boot and sequence as assigned by the unit; one number under two identities is a violation.
 *   <li>A broker keeps acknowledged messages only as long as it keeps its sessions. Debian's mosquitto keeps them through
 *       SIGTERM. Before SIGKILL the unit is disconnected, and all acknowledged messages are awaited here; the unit is
 *       reconnected after the subscription.
 *   <li>A loss reported with a range covers at most its count within the range; one without a range covers at most its
 *       count anywhere. The unit accepts a prefix of a request: a number missing before one that arrived is lost, unless
 *       the power was cut.
 *   <li>A trusted timestamp never changes. Where clocks jump, the allowed timestamps follow from the time of posting and
 *       the unit's clock at that time.
 *   <li>An inconclusive scenario is skipped and named in the line of sums, unless a number of it was wanted or it had a
 *       permanent violation; a scenario that throws another exception fails, and so does a unit that does not recover
 *       from a power cut while its machine runs.
 *   <li>The checks can fail: their tests plant every kind of loss and duplicate.
 * </ol>
 */
package io.outrider.bench.soak;
