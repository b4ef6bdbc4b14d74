package io.outrider.agent.buffer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.time.Moment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records one after the other, their fields as JSON: quickly written, and not small. */
final class Rows {
    /** Bytes in the largest record. */
    static final int LARGEST = 1 << 16;

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNumberLength(LARGEST).build())
            .build());
    private static final ObjectWriter WRITER = JSON.writer();
    private static final ObjectReader READER = JSON.readerFor(new TypeReference<Map<String, Object>>() {});

    private Rows() {}

    /**
     * A record without its sequence.
     *
     * @throws IOException if it is larger than {@link #LARGEST}, or holds what JSON has not
     */
    static byte[] row(Sample sample) throws IOException {
        byte[] fields = WRITER.writeValueAsBytes(sample.fields());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(fields.length + 64);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(sample.at().micros());
        out.writeLong(sample.at().upMicros());
        out.writeBoolean(sample.at().trusted());
        out.writeUTF(sample.type());
        out.writeInt(fields.length);
        out.write(fields);
        if (bytes.size() > LARGEST) {
            throw new IOException("larger than " + LARGEST + " bytes");
        }
        return bytes.toByteArray();
    }

    /** Records as a body; each with how far its sequence is from the first one's. */
    static byte[] body(List<byte[]> rows, List<Integer> distances) {
        int size = rows.stream().mapToInt(each -> each.length + Integer.BYTES).sum();
        ByteBuffer into = ByteBuffer.allocate(size);
        for (int i = 0; i < rows.size(); i++) {
            into.putInt(distances.get(i)).put(rows.get(i));
        }
        return into.array();
    }

    static List<Numbered> read(byte[] frame, int offset, Head head) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(frame, offset, frame.length - offset));
        List<Numbered> records = new ArrayList<>();
        for (int i = 0; i < head.count(); i++) {
            long sequence = head.first() + in.readInt();
            Moment at = new Moment(in.readLong(), in.readLong(), in.readBoolean());
            String type = in.readUTF();
            byte[] fields = in.readNBytes(in.readInt());
            records.add(numbered(sequence, type, at, fields, head.priority()));
        }
        return records;
    }

    private static Numbered numbered(long sequence, String type, Moment at, byte[] fields, Priority priority)
            throws IOException {
        return new Numbered(sequence, new Sample(type, at, READER.readValue(fields), priority));
    }
}
