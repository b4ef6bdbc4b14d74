package io.outrider.service.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Order of the messages of each unit: one begins when the one before has been handled, however often that was tried. Behind one that
 * failed a few wait; when there are more they pass it, so that one unit does not take all that the broker hands out. Any thread.
 */
final class UnitOrder<M> {
    /** Messages that wait behind one that failed. */
    static final int MOST_BEHIND = 32;

    private final Consumer<M> begin;
    private final Map<String, Deque<M>> lines = new HashMap<>();

    /** @param begin does not wait for the handling */
    UnitOrder(Consumer<M> begin) {
        this.begin = begin;
    }

    synchronized void add(String unit, M message) {
        Deque<M> line = lines.computeIfAbsent(unit, key -> new ArrayDeque<>());
        line.add(message);
        if (line.size() == 1) {
            begin.accept(message);
        }
    }

    /** Begins the next one; nothing for a message that had passed another. */
    synchronized void handled(String unit, M message) {
        Deque<M> line = lines.get(unit);
        if (line != null && line.peek() == message) {
            line.remove();
            if (line.isEmpty()) {
                lines.remove(unit);
            } else {
                begin.accept(line.peek());
            }
        }
    }

    /** Notes that a message will begin again, which the caller sees to. */
    synchronized void failed(String unit, M message) {
        Deque<M> line = lines.get(unit);
        if (line != null && line.peek() == message && line.size() > 1 + MOST_BEHIND) {
            line.remove();
            List<M> passing = List.copyOf(line);
            line.clear();
            line.add(message);
            passing.forEach(begin);
        }
    }
}
