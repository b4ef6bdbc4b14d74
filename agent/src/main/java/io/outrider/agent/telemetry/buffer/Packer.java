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
final class Packer {
    private static final int MOST_RECORDS = 500;
    private static final int MOST_BYTES = 1 << 18;
    private static final int MOST_MOVED = 2_000; // records at once, since all of them are in memory
    private static final int MOST_MOVED_BYTES = 1 << 20;

    private final Stock stock;
    private final Lane fresh;
    private final List<Lane> packed;
    private final RecordCodec packing;
    private final WatermarkFile watermarks;
    private final TimeSource time;
    private Ranges owed = new Ranges(); // moved, and not said to be yet

    Packer(Stock stock, Lane fresh, List<Lane> packed, RecordCodec packing, WatermarkFile watermarks, TimeSource time) {
        this.watermarks = watermarks;
        this.time = time;
        this.stock = stock;
        this.fresh = fresh;
        this.packed = packed;
        this.packing = packing;
    }

    /** A record and where it was. */
    private record Source(Block block, int index, SequencedRecord record) {}

    /**
     * Packs what is wanted of the oldest segment.
     *
     * @return whether nothing of it is wanted any more
     */
    boolean pack() throws IOException {
        say();
        List<Block> blocks = locked(fresh::ofOldestSegment);
        for (Priority priority : Priority.values()) {
            List<Source> sources = new ArrayList<>();
            long bytes = 0;
            for (Block block : blocks) {
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
            for (Lane lane : packed) {
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
            owed = new Ranges();
        }
    }

    private void addTo(List<Source> sources, Block block) throws IOException {
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

    private void move(List<Source> sources, Lane lane) throws IOException {
        List<Block> blocks = new ArrayList<>();
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
        Ranges moved = new Ranges();
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

    private static IOException force(Lane lane) {
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
            Block block = sources.get(at).block;
            if (block.head().run() != sources.get(from).block.head().run()) {
                break;
            }
            bytes += block.each();
            at++;
        }
        return at;
    }

    private Block block(Lane lane, List<Source> sources) throws IOException {
        List<SequencedRecord> records = sources.stream().map(Source::record).toList();
        int bytes = sources.stream().mapToInt(each -> each.block.each()).sum();
        return Blocks.packed(lane, records, packing, sources.get(0).block.head(), bytes);
    }

    private void take(Block block, List<Source> sources, Ranges moved) {
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (source.block.done.get(source.index)) { // while it was being packed
                block.finish(i);
                continue;
            }
            stock.moved(block.head().run(), source.record.sequence(), block, i);
            source.block.finish(source.index);
            long ordinal = Lane.ordinal(source.block, source.index);
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
