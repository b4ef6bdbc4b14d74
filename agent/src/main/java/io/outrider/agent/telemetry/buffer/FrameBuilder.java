package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.util.List;

/** Builder of an uncompressed frame with records of one priority, before their sequences are known. One thread. */
final class FrameBuilder {
    private static final int MAX_BYTES = 1 << 19;
    private static final int MAX_RECORDS = 500;

    private final Priority priority;
    private final List<LostRange> lostRanges;
    private final RowWriter rows;
    private long first;
    private long last;
    private int count;
    private long oldest = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;
    private int flags;

    /** @param lostRanges that its records report as lost */
    FrameBuilder(Priority priority, List<LostRange> lostRanges) {
        this.priority = priority;
        this.lostRanges = lostRanges;
        rows = new RowWriter(FrameHeader.length(lostRanges));
    }

    /**
     * Adds a record.
     *
     * @param offset of its sequence from the base given to {@link #build}
     * @throws IOException if it cannot be encoded; the frame is unchanged then
     */
    void add(long offset, TelemetryRecord record) throws IOException {
        rows.add(count == 0 ? 0 : offset - first, record);
        count(offset, record);
    }

    private void count(long offset, TelemetryRecord record) {
        first = count == 0 ? offset : first;
        last = offset;
        count++;
        oldest = Math.min(oldest, record.at().micros());
        newest = Math.max(newest, record.at().trusted() ? record.at().micros() : Long.MAX_VALUE);
        flags |= record.type().equals(LossReport.TYPE) ? FrameHeader.LOSS : 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MAX_RECORDS || rows.length() > MAX_BYTES;
    }

    /** @param base added to the offsets for the sequences */
    PendingFrame build(RecordLog log, long run, long boot, long base) {
        FrameHeader header = header(run, boot, base, rows.length());
        byte[] frame = rows.bytes();
        header.write(frame);
        return new PendingFrame(log, header, frame);
    }

    private FrameHeader header(long run, long boot, long base, int bytes) {
        long start = base + first;
        long end = base + last;
        return new FrameHeader(0, 0, run, boot, start, end, oldest, newest, count, bytes, priority, flags, lostRanges);
    }

    /** Frame of records that the codec has compressed; see {@link PendingFrames#compressed}. */
    static PendingFrame compressed(
            RecordLog log, List<SequencedRecord> records, byte[] compressed, FrameHeader like, int bytes) {
        FrameBuilder builder = new FrameBuilder(like.priority(), List.of());
        builder.flags = FrameHeader.COMPRESSED;
        records.forEach(each -> builder.count(each.sequence(), each.record()));
        FrameHeader header = builder.header(like.run(), like.boot(), 0, bytes);
        return new PendingFrame(log, header, header.prepend(compressed));
    }
}
