package io.outrider.agent.telemetry.buffer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link RowWriter} has written, and never more than there is. One thread. */
final class RowReader {
    private static final ObjectReader OTHERS = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(RowWriter.LARGEST)
                            .build())
                    .build())
            .readerFor(Object.class);

    private final byte[] bytes;
    private final List<String> words = new ArrayList<>();
    private int at;

    private RowReader(byte[] bytes, int from) {
        this.bytes = bytes;
        at = from;
    }

    /** @throws IOException if that is not what is there */
    static List<SequencedRecord> read(byte[] frame, FrameHeader head) throws IOException {
        try {
            return new RowReader(frame, head.length()).all(head);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("the records end in the middle", e);
        }
    }

    private List<SequencedRecord> all(FrameHeader head) throws IOException {
        List<SequencedRecord> records = new ArrayList<>(head.count());
        long sequence = head.first();
        long micros = 0;
        long since = 0;
        for (int i = 0; i < head.count(); i++) {
            long step = unsigned();
            sequence += step >>> 1;
            micros += signed();
            since += signed();
            Timestamp moment = new Timestamp(micros, micros - since, (step & 1) != 0);
            records.add(new SequencedRecord(sequence, new TelemetryRecord(word(), moment, fields(0), head.priority())));
        }
        return records;
    }

    private Map<String, Object> fields(int depth) throws IOException {
        int count = count();
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = word();
            fields.put(name, value(depth + 1));
        }
        return fields;
    }

    private Object value(int depth) throws IOException {
        byte tag = bytes[at++];
        if (depth > RowWriter.DEEPEST) {
            throw new IOException("nested too deep");
        }
        return switch (tag) {
            case RowWriter.FALSE, RowWriter.TRUE -> tag == RowWriter.TRUE;
            case RowWriter.WHOLE -> whole(signed());
            case RowWriter.DOUBLE -> Double.longBitsToDouble(eight());
            case RowWriter.DECIMAL -> signed() / RowWriter.PLACES;
            case RowWriter.TEXT -> word();
            case RowWriter.MAP -> fields(depth);
            case RowWriter.LIST -> list(depth);
            case RowWriter.JSON -> json();
            default -> throw new IOException("a value of the unknown kind " + tag);
        };
    }

    private static Number whole(long number) {
        return number == (int) number ? (Number) (int) number : (Number) number;
    }

    private List<Object> list(int depth) throws IOException {
        int count = count();
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(value(depth + 1));
        }
        return list;
    }

    private Object json() throws IOException {
        int length = count();
        Object value = OTHERS.readValue(bytes, at, length);
        at += length;
        return value;
    }

    private String word() throws IOException {
        long told = unsigned();
        if ((told & 1) != 0) {
            return words.get((int) Math.min(told >>> 1, Integer.MAX_VALUE));
        }
        long length = told >>> 1;
        if (length > bytes.length - at) {
            throw new IOException("a text is longer than what is there");
        }
        String text = new String(bytes, at, (int) length, StandardCharsets.UTF_8);
        at += (int) length;
        if (text.length() <= StringTable.LONGEST && words.size() < StringTable.MOST) {
            words.add(text);
        }
        return text;
    }

    /** Of things that take a byte each at least. */
    private int count() throws IOException {
        long count = unsigned();
        if (count < 0 || count > bytes.length - at) {
            throw new IOException("more is told than is there");
        }
        return (int) count;
    }

    private long eight() {
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits = bits << 8 | bytes[at++] & 0xFF;
        }
        return bits;
    }

    private long signed() throws IOException {
        long number = unsigned();
        return number >>> 1 ^ -(number & 1);
    }

    private long unsigned() throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = bytes[at++];
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new IOException("a number does not end");
    }
}
