package io.outrider.agent.telemetry.upload;

import io.outrider.wire.SequencedRecord;
import java.util.List;
import java.util.function.Predicate;

/** Read-only view of pending records. Any thread; reads from the disk. */
public interface BacklogView {
    /**
     * @param from number of oldest records to skip
     * @param most records
     * @return the oldest pending records in order; fewer, or none, at the end
     */
    List<SequencedRecord> peek(long from, int most);

    /**
     * Passes the same records one by one, without all of them in memory.
     *
     * @param to returns false to stop
     */
    default void peek(long from, int most, Predicate<SequencedRecord> to) {
        for (SequencedRecord each : peek(from, most)) {
            if (!to.test(each)) {
                return;
            }
        }
    }

    /**
     * Deletes pending records that are not in flight and counts them as lost.
     *
     * @param reason reason code of {@code agent.loss}
     * @return number of deleted records
     */
    long clear(String reason);
}
