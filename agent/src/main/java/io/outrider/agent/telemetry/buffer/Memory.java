package io.outrider.agent.telemetry.buffer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Blocks that are in memory only, while the disk takes none. Guarded by the stock's lock. */
final class Memory {
    private final long most;
    private final Deque<Block> blocks = new ArrayDeque<>(); // to be written to the fresh lane in this order
    private long bytes;

    /** @param most bytes */
    Memory(long most) {
        this.most = most;
    }

    void add(Block block) {
        blocks.add(block);
        bytes += block.length;
    }

    void remove(Block block) {
        if (blocks.remove(block)) {
            bytes -= block.length;
        }
    }

    /** Others take the place of the first. */
    void replaceFirst(List<Block> parts) {
        remove(blocks.peek());
        for (int i = parts.size() - 1; i >= 0; i--) {
            blocks.addFirst(parts.get(i));
            bytes += parts.get(i).length;
        }
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }

    boolean isOver() {
        return bytes > most;
    }

    /** Whether it is about to be over. */
    boolean isShort() {
        return bytes > most / 2;
    }

    /** The first; null if there is none. */
    Block peek() {
        return blocks.peek();
    }

    /** What is to go first, the least important and then the oldest; null if nothing can. */
    Block leastWorthy() {
        return blocks.stream()
                .filter(each -> !each.head().tellsLoss() && each.free() == each.left())
                .max(Comparator.comparing((Block each) -> each.head().priority())
                        .thenComparing(each -> each.head().first(), Comparator.reverseOrder()))
                .orElse(null);
    }

    Collection<Block> blocks() {
        return blocks;
    }

    Collection<Block> blocksFromTheEnd() {
        List<Block> all = new ArrayList<>(blocks.size());
        blocks.descendingIterator().forEachRemaining(all::add);
        return all;
    }

    /** How many are still wanted. */
    long records() {
        return blocks.stream().mapToLong(Block::left).sum();
    }
}
