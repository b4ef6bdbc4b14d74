package io.outrider.agent.telemetry.buffer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Queue of frames in memory while the disk fails. Guarded by the lock of the buffer. */
final class OverflowQueue {
    private final long maxBytes;
    private final Deque<PendingFrame> frames = new ArrayDeque<>(); // in the order in which they go to the active log
    private long bytes;

    OverflowQueue(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(PendingFrame frame) {
        frames.add(frame);
        bytes += frame.length;
    }

    void remove(PendingFrame frame) {
        if (frames.remove(frame)) {
            bytes -= frame.length;
        }
    }

    void replaceFirst(List<PendingFrame> parts) {
        remove(frames.peek());
        for (int i = parts.size() - 1; i >= 0; i--) {
            frames.addFirst(parts.get(i));
            bytes += parts.get(i).length;
        }
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    boolean isOverLimit() {
        return bytes > maxBytes;
    }

    boolean isHalfFull() {
        return bytes > maxBytes / 2;
    }

    /** The first frame; null if there is none. */
    PendingFrame peek() {
        return frames.peek();
    }

    /** Frame to discard next: the least important, then the oldest; null if all are in flight or loss reports. */
    PendingFrame evictionCandidate() {
        return frames.stream()
                .filter(each -> !each.header().hasLoss() && each.free() == each.remaining())
                .max(Comparator.comparing((PendingFrame each) -> each.header().priority())
                        .thenComparing(each -> each.header().first(), Comparator.reverseOrder()))
                .orElse(null);
    }

    Collection<PendingFrame> frames() {
        return frames;
    }

    Collection<PendingFrame> framesNewestFirst() {
        List<PendingFrame> all = new ArrayList<>(frames.size());
        frames.descendingIterator().forEachRemaining(all::add);
        return all;
    }

    long records() {
        return frames.stream().mapToLong(PendingFrame::remaining).sum();
    }
}
