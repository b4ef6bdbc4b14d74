package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a lane's log holds when it is opened. */
final class LogScanResult {
    final RecordLog lane;
    final List<Gone> gone = new ArrayList<>();
    final SequenceRanges done = new SequenceRanges();
    private final List<PendingFrame> blocks = new ArrayList<>();
    private RunCheckpoint state; // as the last frame tells; null if nothing does

    LogScanResult(RecordLog lane) {
        this.lane = lane;
    }

    /** A frame; what cannot be one of ours is passed over. */
    void frame(LogPosition place, byte[] payload) {
        ByteBuffer from = ByteBuffer.wrap(payload);
        if (payload[0] == FrameHeader.RECORDS) {
            FrameHeader head = FrameHeader.of(from);
            if (head != null) {
                records(head, place, payload.length);
            }
        } else if (payload[0] == FrameHeader.DONE) {
            from.get();
            while (from.remaining() >= 16) {
                done(from.getLong(), from.getLong());
            }
            state = state == null ? null : notClean(state);
        } else if (payload[0] == FrameHeader.STATE) {
            RunCheckpoint told = RunCheckpoint.of(from);
            if (told != null) {
                state = told;
                done(0, told.low() - 1);
                lane.counts(told.next());
            }
        }
    }

    private void records(FrameHeader head, LogPosition place, int length) {
        blocks.add(new PendingFrame(lane, head, place, length));
        gone.addAll(head.gone());
        done(0, head.low() - 1);
        lane.counts(head.ordinal() + head.count());
        long last = state != null && state.run() == head.run() ? Math.max(state.last(), head.last()) : head.last();
        state = new RunCheckpoint(0, 0, head.run(), head.boot(), last, false);
    }

    private static RunCheckpoint notClean(RunCheckpoint state) {
        return new RunCheckpoint(state.next(), state.low(), state.run(), state.boot(), state.last(), false);
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

    RunCheckpoint state() {
        return state;
    }

    /** By ordinal; of two that claim the same place, which only a copied file can do, the first. */
    List<PendingFrame> blocks() {
        List<PendingFrame> sorted = new ArrayList<>();
        blocks.sort(Comparator.comparingLong(each -> each.head().ordinal()));
        long end = 0;
        for (PendingFrame block : blocks) {
            if (block.head().ordinal() >= end) {
                sorted.add(block);
                end = block.head().ordinal() + block.head().count();
            }
        }
        return sorted;
    }

    /** What was written once, and is neither here nor done with. */
    static List<Range> missing(List<PendingFrame> sorted, SequenceRanges done, long next) {
        SequenceRanges known = new SequenceRanges();
        done.all().forEach(known::add);
        sorted.forEach(each -> known.add(
                each.head().ordinal(), each.head().ordinal() + each.head().count() - 1));
        return known.gaps(0, next - 1);
    }
}
