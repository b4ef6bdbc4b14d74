package io.outrider.agent.buffer;

import io.outrider.agent.store.Position;
import io.outrider.agent.telemetry.Priority;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Moves the oldest records of the fresh lane to the packed ones. One thread at a time. */
final class Packer {
    private static final int MOST_RECORDS = 500;
    private static final int MOST_BYTES = 1 << 18;
    private static final int MOST_MOVED = 2_000; // records at once, since all of them are in memory

    private final Stock stock;
    private final Lane fresh;
    private final List<Lane> packed;
    private final Packing packing;

    Packer(Stock stock, Lane fresh, List<Lane> packed, Packing packing) {
        this.stock = stock;
        this.fresh = fresh;
        this.packed = packed;
        this.packing = packing;
    }

    /** A record and where it was. */
    private record Source(Block block, int index, Numbered record) {}

    /** Packs what is wanted of the oldest segment. */
    void pack() throws IOException {
        List<Block> blocks = locked(fresh::ofOldestSegment);
        for (Priority priority : Priority.values()) {
            List<Source> sources = new ArrayList<>();
            for (Block block : blocks) {
                if (block.head().priority() == priority) {
                    addTo(sources, block);
                }
                if (sources.size() >= MOST_MOVED) {
                    move(sources, packed.get(priority.ordinal()));
                    sources.clear();
                }
            }
            if (!sources.isEmpty()) {
                move(sources, packed.get(priority.ordinal()));
            }
        }
    }

    private void addTo(List<Source> sources, Block block) {
        List<Numbered> records;
        try {
            records = block.records(packing);
        } catch (IOException e) {
            locked(() -> {
                stock.lose(block, "damaged");
                return null;
            });
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
        List<Position> places = lane.append(frames);
        locked(() -> {
            Ranges moved = new Ranges();
            for (int i = 0; i < blocks.size(); i++) {
                take(blocks.get(i), parts.get(i), moved);
            }
            lane.written(blocks, places);
            fresh.done(moved);
            return null;
        });
    }

    private static int end(List<Source> sources, int from) {
        int bytes = 0;
        int at = from;
        while (at < sources.size() && at - from < MOST_RECORDS && bytes < MOST_BYTES) {
            Block block = sources.get(at).block;
            if (block.head().run() != sources.get(from).block.head().run()) {
                break;
            }
            bytes += block.length / block.head().count();
            at++;
        }
        return at;
    }

    private Block block(Lane lane, List<Source> sources) throws IOException {
        List<Numbered> records = sources.stream().map(Source::record).toList();
        return Blocks.packed(lane, records, packing, sources.get(0).block.head());
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
