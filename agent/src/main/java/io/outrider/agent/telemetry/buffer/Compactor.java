package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Moves the oldest records of the fresh lane to the packed ones. One thread at a time. */
final class Compactor {
    private static final int MOST_RECORDS = 500;
    private static final int MOST_BYTES = 1 << 18;
    private static final int MOST_MOVED = 2_000; // records at once, since all of them are in memory
    private static final int MOST_MOVED_BYTES = 1 << 20;

    private final PendingRecords stock;
    private final RecordLog fresh;
    private final List<RecordLog> packed;
    private final RecordCodec packing;
    private final WatermarkFile watermarks;
    private final TimeSource time;
    private SequenceRanges owed = new SequenceRanges(); // moved, and not said to be yet

    Compactor(
            PendingRecords stock,
            RecordLog fresh,
            List<RecordLog> packed,
            RecordCodec packing,
            WatermarkFile watermarks,
            TimeSource time) {
        this.watermarks = watermarks;
        this.time = time;
        this.stock = stock;
        this.fresh = fresh;
        this.packed = packed;
        this.packing = packing;
    }

    /** A record and where it was. */
    private record Source(PendingFrame block, int index, SequencedRecord record) {}

    /**
     * Packs what is wanted of the oldest segment.
     *
     * @return whether nothing of it is wanted any more
     */
    boolean pack() throws IOException {
        say();
        List<PendingFrame> blocks = locked(fresh::ofOldestSegment);
        for (Priority priority : Priority.values()) {
            List<Source> sources = new ArrayList<>();
            long bytes = 0;
            for (PendingFrame block : blocks) {
                if (block.head().priority() == priority) {
                    addTo(sources, block);
                    bytes += block.head().bytes();
                }
                if (sources.size() >= MOST_MOVED || bytes >= MOST_MOVED_BYTES) {
                    move(sources, packed.get(priority.ordinal()));
                    sources.clear();
                    bytes = 0;
                }
            }
            if (!sources.isEmpty()) {
                move(sources, packed.get(priority.ordinal()));
            }
        }
        return locked(() -> blocks.stream().allMatch(each -> each.left() == 0));
    }

    /** Says in the fresh lane what was moved. Has to be done before a segment of it is dropped. */
    void say() throws IOException {
        if (!owed.all().isEmpty()) {
            for (RecordLog lane : packed) {
                lane.force();
            }
            locked(() -> {
                packed.forEach(each -> each.confirm(each.next()));
                return null;
            });
            watermarks.save(); // from now on, nothing else tells that they are there
            locked(() -> {
                fresh.done(owed);
                return null;
            });
            owed = new SequenceRanges();
        }
    }

    private void addTo(List<Source> sources, PendingFrame block) throws IOException {
        List<SequencedRecord> records;
        try {
            records = block.records(packing);
        } catch (IOException e) {
            boolean isLost = locked(() -> stock.isUnreadable(block, e, time.now()));
            if (!isLost) {
                throw e;
            }
            return;
        }
        locked(() -> {
            for (int i = 0; i < records.size(); i++) {
                if (!block.done.get(i)) {
                    sources.add(new Source(block, i, records.get(i)));
                }
            }
            return null;
        });
    }

    private void move(List<Source> sources, RecordLog lane) throws IOException {
        List<PendingFrame> blocks = new ArrayList<>();
        List<List<Source>> parts = new ArrayList<>();
        for (int from = 0; from < sources.size(); ) {
            int to = end(sources, from);
            parts.add(sources.subList(from, to));
            blocks.add(block(lane, sources.subList(from, to)));
            from = to;
        }
        List<byte[]> frames = locked(() -> lane.frames(blocks));
        List<LogPosition> places = lane.note(frames); // an append would keep whoever says there what was delivered
        IOException failure = force(lane);
        SequenceRanges moved = new SequenceRanges();
        locked(() -> {
            for (int i = 0; i < blocks.size(); i++) {
                take(blocks.get(i), parts.get(i), moved);
            }
            lane.written(blocks, places); // also if they are not forced: they are there, and must not be written again
            return null;
        });
        owed = moved;
        if (failure != null) {
            throw failure;
        }
        say();
    }

    private static IOException force(RecordLog lane) {
        try {
            lane.force();
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static int end(List<Source> sources, int from) {
        int bytes = 0;
        int at = from;
        while (at < sources.size() && at - from < MOST_RECORDS && bytes < MOST_BYTES) {
            PendingFrame block = sources.get(at).block;
            if (block.head().run() != sources.get(from).block.head().run()) {
                break;
            }
            bytes += block.each();
            at++;
        }
        return at;
    }

    private PendingFrame block(RecordLog lane, List<Source> sources) throws IOException {
        List<SequencedRecord> records = sources.stream().map(Source::record).toList();
        int bytes = sources.stream().mapToInt(each -> each.block.each()).sum();
        return PendingFrames.packed(lane, records, packing, sources.get(0).block.head(), bytes);
    }

    private void take(PendingFrame block, List<Source> sources, SequenceRanges moved) {
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (source.block.done.get(source.index)) { // while it was being packed
                block.finish(i);
                continue;
            }
            stock.moved(block.head().run(), source.record.sequence(), block, i);
            source.block.finish(source.index);
            long ordinal = RecordLog.ordinal(source.block, source.index);
            moved.add(ordinal, ordinal);
            stock.settle(source.block);
        }
    }

    private <T> T locked(Supplier<T> action) {
        stock.lock.lock();
        try {
            return action.get();
        } finally {
            stock.lock.unlock();
        }
    }
}
