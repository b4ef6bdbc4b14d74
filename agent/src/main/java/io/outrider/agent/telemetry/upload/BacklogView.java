package io.outrider.agent.telemetry.upload;

import io.outrider.wire.SequencedRecord;
import java.util.List;
import java.util.function.Predicate;

/** Looks at what waits without taking it. Any thread; reads from the disk. */
public interface BacklogView {
    /**
     * @param from how many of the oldest to skip
     * @param most records
     * @return the oldest that wait, in their order; fewer, or none, at the end
     */
    List<SequencedRecord> peek(long from, int most);

    /**
     * Shows the same one after the other, without holding all of it in memory.
     *
     * @param to returns false when it takes no more
     */
    default void peek(long from, int most, Predicate<SequencedRecord> to) {
        for (SequencedRecord each : peek(from, most)) {
            if (!to.test(each)) {
                return;
            }
        }
    }

    /**
     * Forgets what waits and is not under way, and counts it as lost.
     *
     * @param reason one word for {@code agent.loss}
     * @return how many records
     */
    long clear(String reason);
}
