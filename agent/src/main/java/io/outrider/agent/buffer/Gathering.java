package io.outrider.agent.buffer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A batch that is being put together. Guarded by the stock's lock. */
final class Gathering {
    private final boolean fromTheEnd;
    private final int most;
    private final Taken taken;
    private final Packing packing;
    private final List<Numbered> records = new ArrayList<>();
    private Head first; // tells the run of all

    Gathering(Backlog.Order order, int most, Taken taken, Packing packing) {
        fromTheEnd = order == Backlog.Order.NEWEST;
        this.most = most;
        this.taken = taken;
        this.packing = packing;
    }

    /** @return whether it may go on with the next */
    boolean add(Block block, List<Block> unreadable) {
        Head head = block.head();
        if (first != null && (first.run() != head.run() || first.boot() != head.boot())) {
            return false;
        }
        List<Numbered> all;
        try {
            all = block.records(packing);
        } catch (IOException e) {
            unreadable.add(block);
            return true;
        }
        first = head;
        String run = Stock.id(head.run());
        for (int i = 0; i < all.size() && records.size() < most; i++) {
            int index = fromTheEnd ? all.size() - 1 - i : i;
            if (block.isFree(index)) {
                Numbered record = all.get(index);
                block.taken.set(index);
                taken.put(run, record.sequence(), block, index);
                records.add(record);
            }
        }
        return records.size() < most;
    }

    /** @return null if there is nothing in it */
    Batch batch(long boot) {
        if (records.isEmpty()) {
            return null;
        }
        records.sort(Comparator.comparingLong(Numbered::sequence));
        return new Batch(Stock.id(first.run()), first.boot() == boot, records);
    }
}
