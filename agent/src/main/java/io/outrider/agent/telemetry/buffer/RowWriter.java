package io.outrider.agent.telemetry.buffer;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the records of one frame one after the other. By hand and in binary, because every record goes through here
 * alone, on the thread that has made it: numbers in as few bytes as they need, the differences of times, a text that has
 * come before by its number. {@link RowReader} reads it. One thread.
 */
final class RowWriter {
    /** Bytes in the largest record: of what is 64 KiB as JSON, at most 9 bytes stand here for 7 there. */
    static final int LARGEST = 3 << 15;

    /** Levels of nesting that are written here; what is below goes to Jackson, which has a limit of its own. */
    static final int DEEPEST = 100;

    static final byte FALSE = 0;
    static final byte TRUE = 1;
    static final byte WHOLE = 2;
    static final byte DOUBLE = 3;
    static final byte TEXT = 4;
    static final byte MAP = 5;
    static final byte LIST = 6;
    static final byte JSON = 7; // of all that is rare: large and exact numbers, null

    static final byte DECIMAL = 8; // of three places at most
    static final double PLACES = 1_000;

    private static final double EXACT = 1L << 53; // whole numbers below have no gaps among doubles
    private static final ObjectWriter OTHERS = new ObjectMapper().writer();

    private final Map<String, Integer> words = new HashMap<>();
    private byte[] bytes;
    private int length;
    private int begin; // of the record that is being written
    private long distance;
    private long micros;
    private long since;

    /** @param room bytes left free in front */
    RowWriter(int room) {
        bytes = new byte[room + 256];
        length = room;
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /**
     * Adds a record.
     *
     * @param distance of its sequence from that of the first one
     * @throws IOException if it is larger than {@link #LARGEST}, or holds what JSON has not; it is not there then
     */
    void add(long distance, TelemetryRecord sample) throws IOException {
        int known = words.size();
        begin = length;
        try {
            row(distance, sample);
        } catch (IOException e) {
            length = begin;
            words.values().removeIf(each -> each >= known);
            throw e;
        }
        this.distance = distance;
        micros = sample.at().micros();
        since = micros - sample.at().upMicros();
    }

    private void row(long itsDistance, TelemetryRecord sample) throws IOException {
        long itsMicros = sample.at().micros();
        unsigned((itsDistance - distance) << 1 | (sample.at().trusted() ? 1 : 0));
        signed(itsMicros - micros);
        signed(itsMicros - sample.at().upMicros() - since);
        word(sample.type());
        fields(sample.fields(), 0);
        if (length - begin > LARGEST) {
            throw tooLarge();
        }
    }

    private void fields(Map<?, ?> fields, int depth) throws IOException {
        unsigned(fields.size());
        for (Map.Entry<?, ?> each : fields.entrySet()) {
            word(String.valueOf(each.getKey()));
            value(each.getValue(), depth + 1);
        }
    }

    private void value(Object value, int depth) throws IOException {
        if (value instanceof String text) {
            tag(TEXT);
            word(text);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            real(number);
        } else if (value instanceof Integer || value instanceof Long) {
            tag(WHOLE);
            signed(((Number) value).longValue());
        } else if (value instanceof Boolean flag) {
            tag(flag ? TRUE : FALSE);
        } else if (value instanceof Map<?, ?> map && depth < DEEPEST) {
            tag(MAP);
            fields(map, depth);
        } else if (value instanceof Collection<?> list && depth < DEEPEST) {
            tag(LIST);
            unsigned(list.size());
            for (Object each : list) {
                value(each, depth + 1);
            }
        } else {
            byte[] json = OTHERS.writeValueAsBytes(value);
            tag(JSON);
            unsigned(json.length);
            raw(json);
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
            eight(bits);
        }
    }

    private void word(String text) throws IOException {
        boolean isWord = text.length() <= StringTable.LONGEST;
        Integer known = isWord ? words.get(text) : null;
        if (known != null) {
            unsigned((long) known << 1 | 1);
            return;
        }
        if (text.length() > LARGEST) {
            throw tooLarge();
        }
        byte[] utf = text.getBytes(StandardCharsets.UTF_8);
        unsigned((long) utf.length << 1);
        raw(utf);
        if (isWord && words.size() < StringTable.MOST) {
            words.put(text, words.size());
        }
    }

    private void tag(byte tag) throws IOException {
        room(1);
        bytes[length++] = tag;
    }

    private void eight(long bits) throws IOException {
        room(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (bits >>> shift);
        }
    }

    private void signed(long number) throws IOException {
        unsigned(number << 1 ^ number >> 63);
    }

    /** Seven bits a byte, the lowest first; the last one has no eighth. */
    private void unsigned(long number) throws IOException {
        room(10);
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void raw(byte[] more) throws IOException {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    private void room(int more) throws IOException {
        if (length - begin > LARGEST) { // long before it is all written
            throw tooLarge();
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    private static IOException tooLarge() {
        return new IOException("larger than " + LARGEST + " bytes");
    }
}
