package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.LostRange;
import io.outrider.wire.Priority;
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
    private boolean hasLoss;

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
        first = count == 0 ? offset : first;
        last = offset;
        count++;
        oldest = Math.min(oldest, record.at().micros());
        newest = Math.max(newest, record.at().trusted() ? record.at().micros() : Long.MAX_VALUE);
        hasLoss |= record.type().equals(LossReport.TYPE);
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MAX_RECORDS || rows.length() > MAX_BYTES;
    }

    /** @param base added to the offsets for the sequences */
    PendingFrame build(RecordLog log, long run, long boot, long base) {
        FrameHeader header = new FrameHeader(
                false,
                0,
                0,
                run,
                boot,
                priority,
                count,
                rows.length(),
                base + first,
                base + last,
                oldest,
                newest,
                hasLoss,
                lostRanges);
        byte[] frame = rows.bytes();
        header.write(frame);
        return new PendingFrame(log, header, frame);
    }
}
