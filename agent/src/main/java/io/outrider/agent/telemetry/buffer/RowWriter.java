package io.outrider.agent.telemetry.buffer;

import com.fasterxml.jackson.databind.ObjectWriter;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Row encoder of one frame, in binary, since each record is encoded on the thread that has produced it: variable-length
 * numbers, time deltas, and a string table. {@link RowReader} decodes it. One thread.
 */
final class RowWriter {
    /** Largest record: of 64 KiB of JSON, at most 9 bytes here stand for 7 there. */
    static final int MAX_RECORD_BYTES = 3 << 15;

    static final int MAX_DEPTH = 100; // deeper values are written by Jackson, which has its own limit
    static final int MAX_SHARED_LENGTH = 64; // characters of a string in the table
    static final int MAX_SHARED_STRINGS = 1_000;

    static final byte FALSE = 0;
    static final byte TRUE = 1;
    static final byte WHOLE = 2;
    static final byte DOUBLE = 3;
    static final byte TEXT = 4;
    static final byte MAP = 5;
    static final byte LIST = 6;
    static final byte JSON = 7; // rare kinds: large and exact numbers, null
    static final byte DECIMAL = 8; // number of thousandths
    static final double PLACES = 1_000;

    private static final double EXACT = 1L << 53; // doubles are exact integers below
    private static final ObjectWriter JSON_WRITER = Json.PLAIN.writer();

    private final Map<String, Integer> strings = new HashMap<>();
    private byte[] bytes;
    private int length;
    private int recordStart; // of the current record
    private long sequenceOffset;
    private long micros;
    private long clockOffset;

    /** @param headerBytes left free in front */
    RowWriter(int headerBytes) {
        bytes = new byte[headerBytes + 256];
        length = headerBytes;
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** @throws IOException if the record exceeds {@link #MAX_RECORD_BYTES} or is no JSON; the frame is unchanged then */
    void add(long sequenceOffset, TelemetryRecord record) throws IOException {
        int entries = strings.size();
        recordStart = length;
        try {
            row(sequenceOffset, record);
        } catch (IOException e) {
            length = recordStart;
            strings.values().removeIf(each -> each >= entries);
            throw e;
        }
        this.sequenceOffset = sequenceOffset;
        micros = record.at().micros();
        clockOffset = micros - record.at().upMicros();
    }

    private void row(long offset, TelemetryRecord record) throws IOException {
        long recordMicros = record.at().micros();
        unsigned((offset - sequenceOffset) << 1 | (record.at().trusted() ? 1 : 0));
        signed(recordMicros - micros);
        signed(recordMicros - record.at().upMicros() - clockOffset);
        string(record.type());
        fields(record.fields(), 0);
        ensureRoom(0);
    }

    private void fields(Map<?, ?> fields, int depth) throws IOException {
        unsigned(fields.size());
        for (Map.Entry<?, ?> each : fields.entrySet()) {
            string(String.valueOf(each.getKey()));
            value(each.getValue(), depth + 1);
        }
    }

    private void value(Object value, int depth) throws IOException {
        if (value instanceof String text) {
            tag(TEXT);
            string(text);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            real(number);
        } else if (value instanceof Integer || value instanceof Long) {
            tag(WHOLE);
            signed(((Number) value).longValue());
        } else if (value instanceof Boolean flag) {
            tag(flag ? TRUE : FALSE);
        } else if (value instanceof Map<?, ?> map && depth < MAX_DEPTH) {
            tag(MAP);
            fields(map, depth);
        } else if (value instanceof Collection<?> list && depth < MAX_DEPTH) {
            tag(LIST);
            unsigned(list.size());
            for (Object each : list) {
                value(each, depth + 1);
            }
        } else {
            byte[] json = JSON_WRITER.writeValueAsBytes(value);
            tag(JSON);
            unsigned(json.length);
            append(json);
        }
    }

    private void real(double number) throws IOException {
        long bits = Double.doubleToRawLongBits(number);
        double thousandths = Math.rint(number * PLACES);
        if (Math.abs(thousandths) < EXACT && Double.doubleToRawLongBits((long) thousandths / PLACES) == bits) {
            tag(DECIMAL);
            signed((long) thousandths);
        } else {
            tag(DOUBLE);
            ensureRoom(Long.BYTES);
            ByteBuffer.wrap(bytes).putLong(length, bits);
            length += Long.BYTES;
        }
    }

    private void string(String text) throws IOException {
        boolean isShared = text.length() <= MAX_SHARED_LENGTH;
        Integer entry = isShared ? strings.get(text) : null;
        if (entry != null) {
            unsigned((long) entry << 1 | 1);
            return;
        }
        if (text.length() > MAX_RECORD_BYTES) {
            throw tooLarge();
        }
        byte[] utf = text.getBytes(StandardCharsets.UTF_8);
        unsigned((long) utf.length << 1);
        append(utf);
        if (isShared && strings.size() < MAX_SHARED_STRINGS) {
            strings.put(text, strings.size());
        }
    }

    private void tag(byte tag) throws IOException {
        ensureRoom(1);
        bytes[length++] = tag;
    }

    private void signed(long number) throws IOException {
        unsigned(number << 1 ^ number >> 63);
    }

    /** Seven bits a byte, the lowest first; the last byte has no eighth bit. */
    private void unsigned(long number) throws IOException {
        ensureRoom(10);
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void append(byte[] more) throws IOException {
        ensureRoom(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    private void ensureRoom(int more) throws IOException {
        if (length - recordStart > MAX_RECORD_BYTES) { // checked before all of it is encoded
            throw tooLarge();
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    private static IOException tooLarge() {
        return new IOException("larger than " + MAX_RECORD_BYTES + " bytes");
    }
}
