package io.outrider.agent.telemetry.buffer;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Codec for tests: rows as JSON, deflated. */
final class DeflatedRows implements RecordCodec {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public byte[] pack(List<SequencedRecord> records) {
        List<List<Object>> rows = new ArrayList<>();
        for (SequencedRecord each : records) {
            TelemetryRecord record = each.record();
            Timestamp at = record.at();
            rows.add(List.of(
                    each.sequence(),
                    record.type(),
                    at.micros(),
                    at.upMicros(),
                    at.trusted(),
                    record.priority().ordinal(),
                    record.fields()));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(JSON.writeValueAsBytes(rows));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    @Override
    @SuppressWarnings("unchecked")
    public List<SequencedRecord> unpack(byte[] bytes) throws IOException {
        List<SequencedRecord> records = new ArrayList<>();
        byte[] json = new InflaterInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        for (List<Object> row : JSON.readValue(json, new TypeReference<List<List<Object>>>() {})) {
            Timestamp at = new Timestamp(number(row.get(2)), number(row.get(3)), (Boolean) row.get(4));
            Priority priority = Priority.values()[(int) number(row.get(5))];
            Map<String, Object> fields = (Map<String, Object>) row.get(6);
            records.add(new SequencedRecord(
                    number(row.get(0)), new TelemetryRecord((String) row.get(1), at, fields, priority)));
        }
        return records;
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }
}
