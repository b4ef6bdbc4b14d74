package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import io.outrider.wire.Priority;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Header of a frame of records; with it the frame can be read without any other frame of the log.
 *
 * @param compressed whether the records are encoded by the codec, or as rows
 * @param ordinal of the first record; counts all records ever written to the log, so that missing ones are detected
 * @param low all lower ordinals of the log were done when the frame was written
 * @param bytes approximate size of the records as rows
 * @param first sequence
 * @param oldest microseconds since 1970, as well as it was known
 * @param newest the same; the largest number if the time of one record was not trusted
 * @param hasLoss whether an {@code agent.loss} is among the records
 * @param lostRanges that the records report as lost; not delivered even if found
 */
record FrameHeader(
        boolean compressed,
        long ordinal,
        long low,
        long run,
        long boot,
        Priority priority,
        int count,
        int bytes,
        long first,
        long last,
        long oldest,
        long newest,
        boolean hasLoss,
        List<LostRange> lostRanges) {
    static final byte RECORDS = 1;
    static final byte DONE = 2;
    static final byte CHECKPOINT = 3;

    private static final int MAX_RECORDS = 10_000; // records
    private static final int ORDINAL = 1;
    private static final int LOW = 9;
    private static final int FIXED_BYTES = 1 + 8 * 8 + 4 + 4 + 1 + 1 + 2;
    private static final int LOST_RANGE_BYTES = 1 + 16;

    /** Range of ordinals of one log. */
    record LostRange(int log, Range range) {}

    byte[] prepend(byte[] body) {
        byte[] frame = new byte[length() + body.length];
        write(frame);
        System.arraycopy(body, 0, frame, length(), body.length);
        return frame;
    }

    /** Writes the header into the first {@link #length} bytes of a frame. */
    void write(byte[] frame) {
        ByteBuffer into = ByteBuffer.wrap(frame);
        into.put(RECORDS).putLong(ordinal).putLong(low).putLong(run).putLong(boot);
        into.putLong(first)
                .putLong(last)
                .putLong(oldest)
                .putLong(newest)
                .putInt(count)
                .putInt(bytes);
        into.put((byte) priority.ordinal()).put((byte) ((compressed ? 1 : 0) | (hasLoss ? 2 : 0)));
        into.putShort((short) lostRanges.size());
        for (LostRange each : lostRanges) {
            into.put((byte) each.log).putLong(each.range.from()).putLong(each.range.to());
        }
    }

    /** @return null if the bytes are no valid header */
    static FrameHeader of(ByteBuffer from) {
        if (from.remaining() < FIXED_BYTES || from.get() != RECORDS) {
            return null;
        }
        long ordinal = from.getLong();
        long low = from.getLong();
        long run = from.getLong();
        long boot = from.getLong();
        long first = from.getLong();
        long last = from.getLong();
        long oldest = from.getLong();
        long newest = from.getLong();
        int count = from.getInt();
        int bytes = from.getInt();
        int priority = from.get();
        int flags = from.get();
        int lostRangeCount = Short.toUnsignedInt(from.getShort());
        if (count < 1
                || count > MAX_RECORDS
                || ordinal < 0
                || last < first
                || priority < 0
                || priority >= Priority.values().length) {
            return null;
        }
        List<LostRange> lostRanges = new ArrayList<>();
        while (lostRanges.size() < lostRangeCount && from.remaining() >= LOST_RANGE_BYTES) {
            lostRanges.add(new LostRange(from.get(), new Range(from.getLong(), from.getLong())));
        }
        Priority kind = Priority.values()[priority];
        return new FrameHeader(
                (flags & 1) != 0,
                ordinal,
                low,
                run,
                boot,
                kind,
                count,
                bytes,
                first,
                last,
                oldest,
                newest,
                (flags & 2) != 0,
                List.copyOf(lostRanges));
    }

    /** Offset of the records in the frame. */
    int length() {
        return length(lostRanges);
    }

    static int length(List<LostRange> lostRanges) {
        return FIXED_BYTES + LOST_RANGE_BYTES * lostRanges.size();
    }

    FrameHeader at(long ordinal, long low) {
        return new FrameHeader(
                compressed,
                ordinal,
                low,
                run,
                boot,
                priority,
                count,
                bytes,
                first,
                last,
                oldest,
                newest,
                hasLoss,
                lostRanges);
    }

    /** Sets the ordinals in an encoded frame. */
    static void setOrdinals(byte[] frame, long ordinal, long low) {
        ByteBuffer.wrap(frame).putLong(ORDINAL, ordinal).putLong(LOW, low);
    }
}
