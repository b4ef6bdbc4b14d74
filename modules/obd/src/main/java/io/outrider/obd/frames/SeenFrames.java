package io.outrider.obd.frames;

import io.outrider.api.Reading;
import io.outrider.can.CanFrame;
import io.outrider.obd.query.OrderedMap;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * Frames in order as {@code {"_stamp", "value"}}, stored in about twenty bytes each and expanded on access. One thread.
 */
final class SeenFrames extends AbstractList<Map<String, Object>> {
    /** Timestamp, id with its width, length. */
    private static final int HEAD = Long.BYTES + Integer.BYTES + 1;

    private static final int LARGEST = HEAD + 64;
    private static final int EXTENDED = 1 << 31;
    private static final HexFormat HEX = HexFormat.of();

    private byte[] bytes = new byte[1024];
    private int[] places = new int[64];
    private int count;
    private int end;

    /** Bytes to reserve before the next frame is added; mostly 0. */
    int bytesToReserve() {
        return (end + LARGEST > bytes.length ? bytes.length : 0)
                + (count == places.length ? places.length * Integer.BYTES : 0);
    }

    /** @param stampMicros since 1970 UTC */
    void add(CanFrame frame, long stampMicros) {
        byte[] data = frame.data();
        if (end + LARGEST > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[count++] = end;
        ByteBuffer.wrap(bytes, end, HEAD + data.length)
                .putLong(stampMicros)
                .putInt(frame.idValue() | (frame.isExtended() ? EXTENDED : 0))
                .put((byte) data.length)
                .put(data);
        end += HEAD + data.length;
    }

    @Override
    public Map<String, Object> get(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(index);
        }
        ByteBuffer from = ByteBuffer.wrap(bytes, places[index], end - places[index]);
        long stamp = from.getLong();
        int id = from.getInt();
        byte[] data = new byte[from.get()];
        from.get(data);
        String digits = HEX.toHexDigits(id & ~EXTENDED);
        return OrderedMap.of(
                "_stamp",
                Reading.text(Instant.EPOCH.plus(stamp, ChronoUnit.MICROS)),
                "value",
                (id < 0 ? digits : digits.substring(5)) + HEX.formatHex(data));
    }

    @Override
    public int size() {
        return count;
    }
}
