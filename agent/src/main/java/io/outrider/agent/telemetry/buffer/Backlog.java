package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.time.Instant;
import java.util.function.Predicate;

/** Queue of undelivered records, as the upload uses it. Any thread; reads from the disk. */
public interface Backlog {
    /** Which records a batch takes first; within a batch they are always ascending. */
    enum Order {
        NEWEST, // so that live data is current
        OLDEST // by priority, then the oldest
    }

    /** Pending records, also those in flight; their size on the disk is approximate, and oldest null if there are none. */
    record Pending(long records, long bytes, Instant oldest) {}

    /** Reserves records until they are delivered, returned or discarded; null if all pending records are in flight. */
    Batch take(Order order, int most);

    /** The receiver has acknowledged the records: removes them. This and the next two allow a part of a taken batch. */
    void delivered(Batch batch);

    /** Delivery failed: the records are pending again, in their order. */
    void returned(Batch batch);

    /** The records can never be delivered: removes them and counts them as lost, for a reason of one word. */
    void discarded(Batch batch, String reason);

    Pending pending();

    /** Shows pending records, those in flight included, the oldest first, until the visitor returns false. */
    void peek(long from, int most, Predicate<SequencedRecord> visitor);

    /** Discards the records that are pending now and not in flight; returns their number. */
    default long clear(String reason) {
        long cleared = 0;
        long initial = pending().records();
        while (cleared < initial) { // records accepted meanwhile stay, such as the loss report of this call
            Batch batch = take(Order.OLDEST, 500);
            if (batch == null) {
                break;
            }
            discarded(batch, reason);
            cleared += batch.records().size();
        }
        return cleared;
    }
}
