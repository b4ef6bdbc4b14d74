package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.telemetry.buffer.Head.Gone;
import io.outrider.agent.telemetry.buffer.Ranges.Range;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a lane's log holds when it is opened. */
final class Found {
    final Lane lane;
    final List<Gone> gone = new ArrayList<>();
    final Ranges done = new Ranges();
    private final List<Block> blocks = new ArrayList<>();
    private State state; // as the last frame tells; null if nothing does

    Found(Lane lane) {
        this.lane = lane;
    }

    /** A frame; what cannot be one of ours is passed over. */
    void frame(LogPosition place, byte[] payload) {
        ByteBuffer from = ByteBuffer.wrap(payload);
        if (payload[0] == Head.RECORDS) {
            Head head = Head.of(from);
            if (head != null) {
                records(head, place, payload.length);
            }
        } else if (payload[0] == Head.DONE) {
            from.get();
            while (from.remaining() >= 16) {
                done(from.getLong(), from.getLong());
            }
            state = state == null ? null : notClean(state);
        } else if (payload[0] == Head.STATE) {
            State told = State.of(from);
            if (told != null) {
                state = told;
                done(0, told.low() - 1);
                lane.counts(told.next());
            }
        }
    }

    private void records(Head head, LogPosition place, int length) {
        blocks.add(new Block(lane, head, place, length));
        gone.addAll(head.gone());
        done(0, head.low() - 1);
        lane.counts(head.ordinal() + head.count());
        long last = state != null && state.run() == head.run() ? Math.max(state.last(), head.last()) : head.last();
        state = new State(0, 0, head.run(), head.boot(), last, false);
    }

    private static State notClean(State state) {
        return new State(state.next(), state.low(), state.run(), state.boot(), state.last(), false);
    }

    private void done(long from, long to) {
        if (from >= 0 && to >= from) {
            done.add(from, to);
            lane.counts(to + 1);
        }
    }

    boolean isEmpty() {
        return state == null && done.all().isEmpty() && blocks.isEmpty();
    }

    State state() {
        return state;
    }

    /** By ordinal; of two that claim the same place, which only a copied file can do, the first. */
    List<Block> blocks() {
        List<Block> sorted = new ArrayList<>();
        blocks.sort(Comparator.comparingLong(each -> each.head().ordinal()));
        long end = 0;
        for (Block block : blocks) {
            if (block.head().ordinal() >= end) {
                sorted.add(block);
                end = block.head().ordinal() + block.head().count();
            }
        }
        return sorted;
    }

    /** What was written once, and is neither here nor done with. */
    static List<Range> missing(List<Block> sorted, Ranges done, long next) {
        Ranges known = new Ranges();
        done.all().forEach(known::add);
        sorted.forEach(each -> known.add(
                each.head().ordinal(), each.head().ordinal() + each.head().count() - 1));
        return known.gaps(0, next - 1);
    }
}
