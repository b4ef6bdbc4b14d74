package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.util.List;

/** A frame of records of one priority, one after the other, before it is known which numbers they get. One thread. */
final class FrameBuilder {
    private static final int MOST_BYTES = 1 << 19;
    private static final int MOST_RECORDS = 500;

    private final Priority priority;
    private final List<Gone> gone;
    private final RowWriter rows;
    private long first;
    private long last;
    private int count;
    private long oldest = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;
    private boolean tellsLoss;

    /** @param gone what its records say to be lost */
    FrameBuilder(Priority priority, List<Gone> gone) {
        this.priority = priority;
        this.gone = gone;
        rows = new RowWriter(FrameHeader.length(gone));
    }

    /**
     * Adds a record.
     *
     * @param place counts from a number that is not known yet
     * @throws IOException if it cannot be one; it is not there then
     */
    void add(long place, TelemetryRecord sample) throws IOException {
        rows.add(count == 0 ? 0 : place - first, sample);
        first = count == 0 ? place : first;
        last = place;
        count++;
        oldest = Math.min(oldest, sample.at().micros());
        newest = Math.max(newest, sample.at().trusted() ? sample.at().micros() : Long.MAX_VALUE);
        tellsLoss |= sample.type().equals(LossReport.TYPE);
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MOST_RECORDS || rows.length() > MOST_BYTES;
    }

    /** @param base what is added to the places for sequence numbers */
    PendingFrame block(RecordLog lane, long run, long boot, long base) {
        FrameHeader head = new FrameHeader(
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
                tellsLoss,
                gone);
        byte[] frame = rows.bytes();
        head.write(frame);
        return new PendingFrame(lane, head, frame);
    }
}
