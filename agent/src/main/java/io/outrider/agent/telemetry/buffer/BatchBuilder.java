package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.PendingRecords.FrameEntry;
import io.outrider.agent.telemetry.buffer.PendingRecords.RecordId;
import io.outrider.wire.Batch;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Builder of a batch: reserves records under the lock of the buffer, reads them without it, and builds the batch under
 * it again from the records that have not moved. One thread.
 */
final class BatchBuilder {
    private static final int MAX_BYTES = 1 << 20; // the batch and its encoded copies are in memory at once

    private final boolean newestFirst;
    private final int maxRecords;
    private final List<Reservation> reservations = new ArrayList<>();
    private int reserved;
    private long bytes; // of the reserved records before compression
    private IOException readError;

    /** Reserved records of one frame. */
    private static final class Reservation {
        final PendingFrame frame;
        final PendingFrame copy; // for reading without the lock
        final BitSet indexes;
        List<SequencedRecord> records; // null if the read failed
        IOException failure;

        Reservation(PendingFrame frame, BitSet indexes) {
            this.frame = frame;
            this.indexes = indexes;
            copy = frame.snapshot();
        }
    }

    BatchBuilder(Backlog.Order order, int maxRecords) {
        newestFirst = order == Backlog.Order.NEWEST;
        this.maxRecords = maxRecords;
    }

    /** Reserves the free records of a frame, under the lock; returns true if the next frame may be added. */
    boolean reserve(PendingFrame frame) {
        FrameHeader header = frame.header();
        if (!reservations.isEmpty()) {
            FrameHeader first = reservations.get(0).copy.header();
            if (first.run() != header.run() || first.boot() != header.boot()) {
                return false;
            }
        }
        BitSet indexes = new BitSet();
        for (int i = 0; i < header.count() && !isFull(); i++) {
            int index = newestFirst ? header.count() - 1 - i : i;
            if (frame.isFree(index)) {
                frame.inFlight.set(index);
                indexes.set(index);
                reserved++;
                bytes += frame.recordBytes();
            }
        }
        if (!indexes.isEmpty()) {
            reservations.add(new Reservation(frame, indexes));
        }
        return !isFull();
    }

    private boolean isFull() {
        return reserved >= maxRecords || bytes >= MAX_BYTES;
    }

    /** The error that ended the batch early; null if there was none or its frame was discarded. */
    IOException readError() {
        return readError;
    }

    boolean isEmpty() {
        return reservations.isEmpty();
    }

    /** Not under the lock. */
    void read(RecordCodec codec) {
        for (Reservation reservation : reservations) {
            try {
                reservation.records = reservation.copy.records(codec);
            } catch (IOException e) {
                reservation.failure = e; // perhaps compacted and dropped meanwhile
            }
        }
    }

    /** Under the lock; null if empty. @param discard of an unreadable frame; if it fails, the batch ends before that */
    Batch build(Map<RecordId, FrameEntry> inFlight, long boot, BiPredicate<PendingFrame, IOException> discard) {
        List<SequencedRecord> records = new ArrayList<>();
        FrameHeader first = reservations.get(0).copy.header(); // all frames are of this run
        String run = PendingRecords.runId(first.run());
        for (Reservation reservation : reservations) {
            reservation.indexes.and(reservation.frame.inFlight); // compaction has moved the other reservations
            if (reservation.indexes.isEmpty()) {
                continue;
            }
            if (readError != null || reservation.failure != null) {
                reservation.frame.inFlight.andNot(reservation.indexes);
                if (reservation.failure != null && !discard.test(reservation.frame, reservation.failure)) {
                    readError = reservation.failure;
                }
                continue;
            }
            reservation.frame.clearReadFailure();
            reservation.indexes.stream().forEach(index -> {
                SequencedRecord record = reservation.records.get(index);
                inFlight.put(new RecordId(run, record.sequence()), new FrameEntry(reservation.frame, index));
                records.add(record);
            });
        }
        if (records.isEmpty()) {
            return null;
        }
        records.sort(Comparator.comparingLong(SequencedRecord::sequence));
        return new Batch(run, first.boot() == boot, records);
    }
}
