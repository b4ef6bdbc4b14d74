package io.outrider.agent.buffer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * A batch that is being put together: records are reserved under the stock's lock, read without it, and put together under
 * it again, as far as they are where they were. One thread.
 */
final class Gathering {
    private final boolean fromTheEnd;
    private final int most;
    private final List<Part> parts = new ArrayList<>();
    private int reserved;

    /** What is wanted of a block. */
    private static final class Part {
        final Block block;
        final Block copy; // which nobody changes
        final BitSet wanted;
        List<Numbered> records; // null if they cannot be read

        Part(Block block, BitSet wanted) {
            this.block = block;
            this.wanted = wanted;
            copy = block.asItIs();
        }
    }

    Gathering(Backlog.Order order, int most) {
        fromTheEnd = order == Backlog.Order.NEWEST;
        this.most = most;
    }

    /** Takes what is free of a block; under the lock. @return whether it may go on with the next */
    boolean reserve(Block block) {
        Head head = block.head();
        if (!parts.isEmpty()) {
            Head first = parts.get(0).copy.head();
            if (first.run() != head.run() || first.boot() != head.boot()) {
                return false;
            }
        }
        BitSet wanted = new BitSet();
        for (int i = 0; i < head.count() && reserved < most; i++) {
            int index = fromTheEnd ? head.count() - 1 - i : i;
            if (block.isFree(index)) {
                block.taken.set(index);
                wanted.set(index);
                reserved++;
            }
        }
        if (!wanted.isEmpty()) {
            parts.add(new Part(block, wanted));
        }
        return reserved < most;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Not under the lock. */
    void read(Packing packing) {
        for (Part part : parts) {
            try {
                part.records = part.copy.records(packing);
            } catch (IOException e) {
                part.records = null; // or it was packed and dropped meanwhile
            }
        }
    }

    /**
     * Under the lock.
     *
     * @param unreadable blocks of which nothing is taken any more are added
     * @return null if there is nothing in it
     */
    Batch batch(Taken taken, long boot, List<Block> unreadable) {
        List<Numbered> records = new ArrayList<>();
        Head first = parts.get(0).copy.head(); // tells the run of all
        String run = Stock.id(first.run());
        for (Part part : parts) {
            part.wanted.and(part.block.taken); // what was packed meanwhile is not reserved there any more
            if (part.records == null) {
                part.block.taken.andNot(part.wanted);
                if (!part.wanted.isEmpty()) {
                    unreadable.add(part.block);
                }
                continue;
            }
            part.wanted.stream().forEach(index -> {
                Numbered record = part.records.get(index);
                taken.put(run, record.sequence(), part.block, index);
                records.add(record);
            });
        }
        if (records.isEmpty()) {
            return null;
        }
        records.sort(Comparator.comparingLong(Numbered::sequence));
        return new Batch(run, first.boot() == boot, records);
    }
}
