package io.outrider.agent.telemetry.buffer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Blocks that are in memory only, while the disk takes none. Guarded by the stock's lock. */
final class OverflowQueue {
    private final long most;
    private final Deque<PendingFrame> blocks = new ArrayDeque<>(); // to be written to the fresh lane in this order
    private long bytes;

    /** @param most bytes */
    OverflowQueue(long most) {
        this.most = most;
    }

    void add(PendingFrame block) {
        blocks.add(block);
        bytes += block.length;
    }

    void remove(PendingFrame block) {
        if (blocks.remove(block)) {
            bytes -= block.length;
        }
    }

    /** Others take the place of the first. */
    void replaceFirst(List<PendingFrame> parts) {
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
    PendingFrame peek() {
        return blocks.peek();
    }

    /** What is to go first, the least important and then the oldest; null if nothing can. */
    PendingFrame leastWorthy() {
        return blocks.stream()
                .filter(each -> !each.head().tellsLoss() && each.free() == each.left())
                .max(Comparator.comparing((PendingFrame each) -> each.head().priority())
                        .thenComparing(each -> each.head().first(), Comparator.reverseOrder()))
                .orElse(null);
    }

    Collection<PendingFrame> blocks() {
        return blocks;
    }

    Collection<PendingFrame> blocksFromTheEnd() {
        List<PendingFrame> all = new ArrayList<>(blocks.size());
        blocks.descendingIterator().forEachRemaining(all::add);
        return all;
    }

    /** How many are still wanted. */
    long records() {
        return blocks.stream().mapToLong(PendingFrame::left).sum();
    }
}
