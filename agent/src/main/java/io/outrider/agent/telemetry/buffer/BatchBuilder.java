package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.Batch;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * A batch that is being put together: records are reserved under the stock's lock, read without it, and put together under
 * it again, as far as they are where they were. One thread.
 */
final class BatchBuilder {
    private static final int MOST_BYTES = 1 << 20; // all of it is in memory, and encoded there, more than once

    /** Told of a block that could not be read. */
    @FunctionalInterface
    interface Unreadable {
        /** @return whether it was given up */
        boolean isLost(PendingFrame block, IOException why);
    }

    private final boolean fromTheEnd;
    private final int most;
    private final List<Part> parts = new ArrayList<>();
    private int reserved;
    private long bytes; // that they take, not packed
    private IOException trouble;

    /** What is wanted of a block. */
    private static final class Part {
        final PendingFrame block;
        final PendingFrame copy; // which nobody changes
        final BitSet wanted;
        List<SequencedRecord> records; // null if they cannot be read
        IOException failure; // why not

        Part(PendingFrame block, BitSet wanted) {
            this.block = block;
            this.wanted = wanted;
            copy = block.asItIs();
        }
    }

    BatchBuilder(Backlog.Order order, int most) {
        fromTheEnd = order == Backlog.Order.NEWEST;
        this.most = most;
    }

    /** Takes what is free of a block; under the lock. @return whether it may go on with the next */
    boolean reserve(PendingFrame block) {
        FrameHeader head = block.head();
        if (!parts.isEmpty()) {
            FrameHeader first = parts.get(0).copy.head();
            if (first.run() != head.run() || first.boot() != head.boot()) {
                return false;
            }
        }
        BitSet wanted = new BitSet();
        for (int i = 0; i < head.count() && !isFull(); i++) {
            int index = fromTheEnd ? head.count() - 1 - i : i;
            if (block.isFree(index)) {
                block.taken.set(index);
                wanted.set(index);
                reserved++;
                bytes += block.each();
            }
        }
        if (!wanted.isEmpty()) {
            parts.add(new Part(block, wanted));
        }
        return !isFull();
    }

    private boolean isFull() {
        return reserved >= most || bytes >= MOST_BYTES;
    }

    /** Why it ends before what was reserved; null if it does not, or if that was given up. */
    IOException trouble() {
        return trouble;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Not under the lock. */
    void read(RecordCodec packing) {
        for (Part part : parts) {
            try {
                part.records = part.copy.records(packing);
            } catch (IOException e) {
                part.failure = e; // or it was packed and dropped meanwhile
            }
        }
    }

    /**
     * Under the lock.
     *
     * @param unreadable told of blocks of which nothing is taken any more; if they are kept, the batch ends before them
     * @return null if there is nothing in it
     */
    Batch batch(InFlightIndex taken, long boot, Unreadable unreadable) {
        List<SequencedRecord> records = new ArrayList<>();
        FrameHeader first = parts.get(0).copy.head(); // tells the run of all
        String run = PendingRecords.id(first.run());
        for (Part part : parts) {
            part.wanted.and(part.block.taken); // what was packed meanwhile is not reserved there any more
            if (part.wanted.isEmpty()) {
                continue;
            }
            if (trouble != null || part.failure != null) {
                part.block.taken.andNot(part.wanted);
                if (part.failure != null && !unreadable.isLost(part.block, part.failure)) {
                    trouble = part.failure;
                }
                continue;
            }
            part.block.isReadable();
            part.wanted.stream().forEach(index -> {
                SequencedRecord record = part.records.get(index);
                taken.put(run, record.sequence(), part.block, index);
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
