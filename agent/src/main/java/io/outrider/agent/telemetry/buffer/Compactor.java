package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compactor of the active log: moves its oldest pending records to the log of their priority. One thread at a time. */
final class Compactor {
    private static final int MAX_RECORDS = 500;
    private static final int MAX_BYTES = 1 << 18;
    private static final int MAX_MOVED = 2_000; // records in memory at once
    private static final int MAX_MOVED_BYTES = 1 << 20;

    private final PendingRecords pending;
    private final RecordLog active;
    private final List<RecordLog> compacted;
    private final RecordCodec codec;
    private final WatermarkFile watermarks;
    private SequenceRanges unlogged = new SequenceRanges(); // moved ordinals not yet logged as done in the active log

    Compactor(PendingRecords pending, List<RecordLog> logs, RecordCodec codec, WatermarkFile watermarks) {
        this.watermarks = watermarks;
        this.pending = pending;
        active = logs.get(0);
        compacted = logs.subList(1, logs.size());
        this.codec = codec;
    }

    /** Takes over records that an earlier run has moved, and perhaps neither forced nor logged as done. */
    void addUnlogged(SequenceRanges moved) {
        unlogged.addAll(moved);
    }

    private record SourceRecord(PendingFrame frame, int index, SequencedRecord record) {}

    /** Compacts the oldest segment of the active log; returns true if no pending frame is left in it. */
    boolean compact() throws IOException {
        logMoved();
        List<PendingFrame> frames = locked(pending.lock, active::oldestSegmentFrames);
        for (Priority priority : Priority.values()) {
            RecordLog log = compacted.get(priority.ordinal());
            List<SourceRecord> sources = new ArrayList<>();
            long bytes = 0;
            for (PendingFrame frame : frames) {
                if (frame.header().priority() == priority) {
                    collect(sources, frame);
                    bytes += frame.header().bytes();
                }
                if (sources.size() >= MAX_MOVED || bytes >= MAX_MOVED_BYTES) {
                    move(sources, log);
                    sources.clear();
                    bytes = 0;
                }
            }
            if (!sources.isEmpty()) {
                move(sources, log);
            }
        }
        return locked(pending.lock, () -> frames.stream().allMatch(each -> each.remaining() == 0));
    }

    /** Logs moved records as done in the active log; required before a segment of it is dropped. */
    void logMoved() throws IOException {
        if (!unlogged.all().isEmpty()) {
            for (RecordLog log : compacted) {
                log.force();
            }
            locked(pending.lock, () -> compacted.forEach(each -> each.confirm(each.next())));
            watermarks.save(); // the active log stops holding them
            locked(pending.lock, () -> active.done(unlogged));
            unlogged = new SequenceRanges();
        }
    }

    private void collect(List<SourceRecord> sources, PendingFrame frame) throws IOException {
        List<SequencedRecord> records;
        try {
            records = frame.records(codec);
        } catch (IOException e) {
            if (locked(pending.lock, () -> pending.discardIfUnreadable(frame, e))) {
                return;
            }
            throw e;
        }
        locked(pending.lock, () -> {
            for (int i = 0; i < records.size(); i++) {
                if (!frame.done.get(i)) {
                    sources.add(new SourceRecord(frame, i, records.get(i)));
                }
            }
        });
    }

    private void move(List<SourceRecord> sources, RecordLog log) throws IOException {
        Map<PendingFrame, List<SourceRecord>> parts = new LinkedHashMap<>();
        for (int from = 0; from < sources.size(); ) {
            List<SourceRecord> part = sources.subList(from, endOfFrame(sources, from));
            parts.put(build(log, part), part);
            from += part.size();
        }
        List<PendingFrame> frames = List.copyOf(parts.keySet());
        List<byte[]> encoded = locked(pending.lock, () -> log.encode(frames));
        List<LogPosition> positions = log.append(encoded); // a synced append would block delivered()
        IOException failure = log.tryForce();
        SequenceRanges moved = new SequenceRanges();
        locked(pending.lock, () -> {
            parts.forEach((frame, part) -> redirect(frame, part, moved));
            log.onAppended(frames, positions); // even after a failed fsync: no second copy may be written
        });
        unlogged = moved;
        if (failure != null) {
            throw failure;
        }
        logMoved();
    }

    private static int endOfFrame(List<SourceRecord> sources, int from) {
        int bytes = 0;
        int at = from;
        while (at < sources.size() && at - from < MAX_RECORDS && bytes < MAX_BYTES) {
            PendingFrame frame = sources.get(at).frame;
            if (frame.header().run() != sources.get(from).frame.header().run()) {
                break;
            }
            bytes += frame.recordBytes();
            at++;
        }
        return at;
    }

    private PendingFrame build(RecordLog log, List<SourceRecord> sources) throws IOException {
        List<SequencedRecord> records =
                sources.stream().map(SourceRecord::record).toList();
        int bytes = sources.stream().mapToInt(each -> each.frame.recordBytes()).sum();
        return FrameBuilder.compressed(log, records, codec, sources.get(0).frame.header(), bytes);
    }

    private void redirect(PendingFrame frame, List<SourceRecord> sources, SequenceRanges moved) {
        for (int i = 0; i < sources.size(); i++) {
            SourceRecord source = sources.get(i);
            if (source.frame.done.get(source.index)) { // delivered during the compaction
                frame.markDone(i);
                continue;
            }
            pending.relocate(frame.header().run(), source.record.sequence(), frame, i);
            source.frame.markDone(source.index);
            moved.add(RecordLog.ordinal(source.frame, source.index));
            pending.removeIfDone(source.frame);
        }
    }
}
