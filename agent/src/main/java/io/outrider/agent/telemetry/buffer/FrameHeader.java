package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.SequenceRanges.SequenceRange;
import io.outrider.wire.Priority;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Header of a frame of records; with it the frame can be read without any other frame of the log.
 *
 * @param ordinal of the first record; counts all records ever written to the log, so that missing ones are detected
 * @param low all lower ordinals of the log were done when the frame was written
 * @param first sequence
 * @param oldest microseconds since 1970, as well as it was known
 * @param newest the same; the largest number if the time of one record was not trusted
 * @param bytes approximate size of the records as rows
 * @param priority of all records; null if it is unknown
 * @param flags {@link #COMPRESSED} and {@link #LOSS}
 * @param lostRanges that the records report as lost; not delivered even if found
 */
record FrameHeader(
        long ordinal,
        long low,
        long run,
        long boot,
        long first,
        long last,
        long oldest,
        long newest,
        int count,
        int bytes,
        Priority priority,
        int flags,
        List<LostRange> lostRanges) {
    static final int COMPRESSED = 1; // by the codec, not as rows
    static final int LOSS = 2; // an agent.loss is among the records

    static final byte RECORDS = 1;
    static final byte DONE = 2;
    static final byte CHECKPOINT = 3;

    private static final int MAX_RECORDS = 10_000; // records
    private static final int ORDINAL = 1;
    private static final int LOW = 9;
    private static final int FIXED_BYTES = 1 + 8 * 8 + 4 + 4 + 1 + 1 + 2;
    private static final int LOST_RANGE_BYTES = 1 + 16;

    /** Range of ordinals of one log. */
    record LostRange(int log, SequenceRange range) {}

    boolean compressed() {
        return (flags & COMPRESSED) != 0;
    }

    boolean hasLoss() {
        return (flags & LOSS) != 0;
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
        into.put((byte) priority.ordinal()).put((byte) flags);
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
        FrameHeader header = new FrameHeader(
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getInt(),
                from.getInt(),
                priority(from.get()),
                from.get(),
                lostRanges(from));
        boolean isValid = header.count > 0
                && header.count <= MAX_RECORDS
                && header.ordinal >= 0
                && header.last >= header.first
                && header.priority != null;
        return isValid ? header : null;
    }

    private static Priority priority(int ordinal) {
        return ordinal >= 0 && ordinal < Priority.values().length ? Priority.values()[ordinal] : null;
    }

    private static List<LostRange> lostRanges(ByteBuffer from) {
        int count = Short.toUnsignedInt(from.getShort());
        List<LostRange> lostRanges = new ArrayList<>();
        while (lostRanges.size() < count && from.remaining() >= LOST_RANGE_BYTES) {
            lostRanges.add(new LostRange(from.get(), new SequenceRange(from.getLong(), from.getLong())));
        }
        return List.copyOf(lostRanges);
    }

    /** Offset of the records in the frame. */
    int length() {
        return length(lostRanges);
    }

    static int length(List<LostRange> lostRanges) {
        return FIXED_BYTES + LOST_RANGE_BYTES * lostRanges.size();
    }

    static void setOrdinals(byte[] frame, long ordinal, long low) {
        ByteBuffer.wrap(frame).putLong(ORDINAL, ordinal).putLong(LOW, low);
    }
}
