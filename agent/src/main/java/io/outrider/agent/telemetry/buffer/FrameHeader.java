package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.telemetry.buffer.SequenceRanges.Range;
import io.outrider.wire.Priority;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands before the records of one frame. Nothing else in its log is needed to understand it.
 *
 * @param packed whether the records are packed, or one after the other
 * @param ordinal of the first record in its log: counts all that were ever written there, so that it is seen when some are
 *     missing
 * @param low all ordinals of the log below were done with when this was written
 * @param bytes about what the records take when they are not packed
 * @param first sequence
 * @param oldest microseconds since 1970, as well as it was known
 * @param newest the same; the largest number if the time of one of them was not trusted
 * @param tellsLoss whether there is an {@code agent.loss} among them
 * @param gone what these records say to be lost, and is not to be given out even if it is found
 */
record FrameHeader(
        boolean packed,
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
        boolean tellsLoss,
        List<Gone> gone) {
    static final byte RECORDS = 1;
    static final byte DONE = 2;
    static final byte STATE = 3;

    private static final int MOST = 10_000; // records
    private static final int ORDINAL = 1;
    private static final int LOW = 9;
    private static final int FIXED = 1 + 8 * 8 + 4 + 4 + 1 + 1 + 2;
    private static final int EACH_GONE = 1 + 16;

    /** Ordinals of one log. */
    record Gone(int lane, Range range) {}

    byte[] before(byte[] body) {
        byte[] frame = new byte[length() + body.length];
        write(frame);
        System.arraycopy(body, 0, frame, length(), body.length);
        return frame;
    }

    /** Into the {@link #length} bytes that a frame begins with. */
    void write(byte[] frame) {
        ByteBuffer into = ByteBuffer.wrap(frame);
        into.put(RECORDS).putLong(ordinal).putLong(low).putLong(run).putLong(boot);
        into.putLong(first)
                .putLong(last)
                .putLong(oldest)
                .putLong(newest)
                .putInt(count)
                .putInt(bytes);
        into.put((byte) priority.ordinal()).put((byte) ((packed ? 1 : 0) | (tellsLoss ? 2 : 0)));
        into.putShort((short) gone.size());
        for (Gone each : gone) {
            into.put((byte) each.lane).putLong(each.range.from()).putLong(each.range.to());
        }
    }

    /** @return null if it cannot be one */
    static FrameHeader of(ByteBuffer from) {
        if (from.remaining() < FIXED || from.get() != RECORDS) {
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
        int gones = Short.toUnsignedInt(from.getShort());
        if (count < 1
                || count > MOST
                || ordinal < 0
                || last < first
                || priority < 0
                || priority >= Priority.values().length) {
            return null;
        }
        List<Gone> gone = new ArrayList<>();
        while (gone.size() < gones && from.remaining() >= EACH_GONE) {
            gone.add(new Gone(from.get(), new Range(from.getLong(), from.getLong())));
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
                List.copyOf(gone));
    }

    /** Where its records begin in the frame. */
    int length() {
        return length(gone);
    }

    static int length(List<Gone> gone) {
        return FIXED + EACH_GONE * gone.size();
    }

    FrameHeader at(long ordinal, long low) {
        return new FrameHeader(
                packed, ordinal, low, run, boot, priority, count, bytes, first, last, oldest, newest, tellsLoss, gone);
    }

    /** Says in a frame where it comes to lie. */
    static void place(byte[] frame, long ordinal, long low) {
        ByteBuffer.wrap(frame).putLong(ORDINAL, ordinal).putLong(LOW, low);
    }
}
