package io.outrider.agent.telemetry.buffer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reader of the rows of {@link RowWriter}; bounds memory by the length of the frame. One thread. */
final class RowReader {
    private static final ObjectReader JSON_READER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(RowWriter.MAX_RECORD_BYTES)
                            .build())
                    .build())
            .readerFor(Object.class);

    private final ByteBuffer from;
    private final List<String> strings = new ArrayList<>();

    private RowReader(byte[] frame, int start) {
        from = ByteBuffer.wrap(frame).position(start);
    }

    /** @throws IOException if the bytes are no valid rows */
    static List<SequencedRecord> read(byte[] frame, FrameHeader header) throws IOException {
        try {
            return new RowReader(frame, header.length()).all(header);
        } catch (IndexOutOfBoundsException | BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("the records end in the middle", e);
        }
    }

    private List<SequencedRecord> all(FrameHeader header) throws IOException {
        List<SequencedRecord> records = new ArrayList<>(header.count());
        long sequence = header.first();
        long micros = 0;
        long clockOffset = 0;
        for (int i = 0; i < header.count(); i++) {
            long step = unsigned();
            sequence += step >>> 1;
            micros += signed();
            clockOffset += signed();
            Timestamp timestamp = new Timestamp(micros, micros - clockOffset, (step & 1) != 0);
            records.add(new SequencedRecord(
                    sequence, new TelemetryRecord(string(), timestamp, fields(0), header.priority())));
        }
        return records;
    }

    private Map<String, Object> fields(int depth) throws IOException {
        int count = count();
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = string();
            fields.put(name, value(depth + 1));
        }
        return fields;
    }

    private Object value(int depth) throws IOException {
        byte tag = from.get();
        if (depth > RowWriter.MAX_DEPTH) {
            throw new IOException("nested too deep");
        }
        return switch (tag) {
            case RowWriter.FALSE, RowWriter.TRUE -> tag == RowWriter.TRUE;
            case RowWriter.WHOLE -> whole(signed());
            case RowWriter.DOUBLE -> from.getDouble();
            case RowWriter.DECIMAL -> signed() / RowWriter.PLACES;
            case RowWriter.TEXT -> string();
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
        return JSON_READER.readValue(bytes(count()));
    }

    private String string() throws IOException {
        long tagged = unsigned();
        if ((tagged & 1) != 0) {
            return strings.get((int) Math.min(tagged >>> 1, Integer.MAX_VALUE));
        }
        long length = tagged >>> 1;
        if (length > from.remaining()) {
            throw new IOException("a text is longer than the remaining bytes");
        }
        String text = new String(bytes((int) length), StandardCharsets.UTF_8);
        if (text.length() <= RowWriter.MAX_SHARED_LENGTH && strings.size() < RowWriter.MAX_SHARED_STRINGS) {
            strings.add(text);
        }
        return text;
    }

    /** Number of elements, each of which takes at least one byte. */
    private int count() throws IOException {
        long count = unsigned();
        if (count < 0 || count > from.remaining()) {
            throw new IOException("a number of elements exceeds the remaining bytes");
        }
        return (int) count;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    private long signed() throws IOException {
        long number = unsigned();
        return number >>> 1 ^ -(number & 1);
    }

    private long unsigned() throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = from.get();
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new IOException("a number does not end");
    }
}
