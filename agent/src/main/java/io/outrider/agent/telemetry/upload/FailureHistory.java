package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What is known of batches that were given back, so that the search for a bad record goes on where it stood without
 * records being kept from the buffer. Bounded: what was learned first is forgotten first, and then found out again. The
 * upload's thread only.
 */
final class FailureHistory {
    private static final int MOST = 64;

    /** Of the records from the first to the last sequence number. */
    private record Note(
            String boot, long first, long last, int failures, int drops, long acceptedBefore, long reconnectsBefore) {}

    private final Deque<Note> notes = new ArrayDeque<>();

    /** Remembers it if it has failed. */
    void keep(BatchAttempt flight) {
        if (flight.failures == 0) {
            return;
        }
        if (notes.size() == MOST) {
            notes.removeLast();
        }
        List<SequencedRecord> records = flight.batch.records();
        notes.addFirst(new Note(
                flight.batch.runId(),
                records.get(0).sequence(),
                records.get(records.size() - 1).sequence(),
                flight.failures,
                flight.drops,
                flight.acceptedBefore,
                flight.reconnectsBefore));
    }

    /**
     * Makes a flight of that part of a batch of which the same is known, or nothing: the first of them in the order. The
     * rest is returned.
     */
    BatchAttempt flight(Batch batch, Backlog.Order order, Backlog backlog) {
        int size = batch.records().size();
        int from = 0;
        int to = size;
        Note known = of(batch, order == Backlog.Order.OLDEST ? 0 : size - 1);
        if (order == Backlog.Order.OLDEST) {
            to = 1;
            while (to < size && of(batch, to) == known) {
                to++;
            }
        } else {
            from = size - 1;
            while (from > 0 && of(batch, from - 1) == known) {
                from--;
            }
        }
        if (from > 0) {
            backlog.returned(batch.part(0, from));
        }
        if (to < size) {
            backlog.returned(batch.part(to, size));
        }
        BatchAttempt flight = new BatchAttempt(batch.part(from, to), 0);
        if (known != null) {
            notes.remove(known);
            flight.failures = known.failures;
            flight.drops = known.drops;
            flight.acceptedBefore = known.acceptedBefore;
            flight.reconnectsBefore = known.reconnectsBefore;
        }
        return flight;
    }

    /** The latest that is known of a record; null if nothing is. */
    private Note of(Batch batch, int index) {
        if (notes.isEmpty()) {
            return null;
        }
        long sequence = batch.records().get(index).sequence();
        for (Note each : notes) {
            if (each.first <= sequence && sequence <= each.last && each.boot.equals(batch.runId())) {
                return each;
            }
        }
        return null;
    }
}
