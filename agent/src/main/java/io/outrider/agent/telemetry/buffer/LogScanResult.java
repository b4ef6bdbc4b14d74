package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.agent.telemetry.buffer.RunProgress.RunCheckpoint;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Result of the scan of one log on opening. */
final class LogScanResult {
    final RecordLog log;
    final List<LostRange> lostRanges = new ArrayList<>();
    final SequenceRanges done = new SequenceRanges();
    private final List<PendingFrame> frames = new ArrayList<>();
    private RunCheckpoint checkpoint; // of the last frame; null if there is none

    LogScanResult(RecordLog log) {
        this.log = log;
    }

    /** Adds a frame; ignores unknown ones. */
    void onFrame(LogPosition position, byte[] payload) {
        ByteBuffer from = ByteBuffer.wrap(payload);
        if (payload[0] == FrameHeader.RECORDS) {
            FrameHeader header = FrameHeader.of(from);
            if (header != null) {
                records(header, position, payload.length);
            }
        } else if (payload[0] == FrameHeader.DONE) {
            from.get();
            while (from.remaining() >= 16) {
                done(from.getLong(), from.getLong());
            }
            checkpoint = checkpoint == null ? null : checkpoint.unclean();
        } else if (payload[0] == FrameHeader.CHECKPOINT) {
            RunCheckpoint read = RunCheckpoint.of(from);
            if (read != null) {
                checkpoint = read;
                done(0, read.low() - 1);
                log.extendTo(read.next());
            }
        }
    }

    private void records(FrameHeader header, LogPosition position, int length) {
        frames.add(new PendingFrame(log, header, position, length));
        lostRanges.addAll(header.lostRanges());
        done(0, header.low() - 1);
        log.extendTo(header.ordinal() + header.count());
        long last = checkpoint != null && checkpoint.run() == header.run()
                ? Math.max(checkpoint.last(), header.last())
                : header.last();
        checkpoint = new RunCheckpoint(0, 0, header.run(), header.boot(), last, false);
    }

    private void done(long from, long to) {
        if (from >= 0 && to >= from) {
            done.add(from, to);
            log.extendTo(to + 1);
        }
    }

    boolean isEmpty() {
        return checkpoint == null && done.all().isEmpty() && frames.isEmpty();
    }

    RunCheckpoint checkpoint() {
        return checkpoint;
    }

    /** By ordinal; of two frames with the same ordinals, which only a copied file causes, the first. */
    List<PendingFrame> frames() {
        List<PendingFrame> sorted = new ArrayList<>();
        frames.sort(Comparator.comparingLong(each -> each.header().ordinal()));
        long end = 0;
        for (PendingFrame frame : frames) {
            if (frame.header().ordinal() >= end) {
                sorted.add(frame);
                end = frame.header().ordinal() + frame.header().count();
            }
        }
        return sorted;
    }
}
