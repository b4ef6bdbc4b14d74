package io.outrider.agent.telemetry.upload;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Encoder of records as AutoPi's servers accept them: a gzipped JSON array, the oldest first. */
final class RowEncoder {
    /** ASCII only, so that an unpaired surrogate can be written. */
    static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private RowEncoder() {}

    /** @throws IOException if a record cannot be written as JSON */
    static byte[] gzip(Batch batch) throws IOException {
        List<Map<String, Object>> rows = batch.records().stream()
                .map(SequencedRecord::record)
                .sorted(Comparator.comparingLong(each -> each.at().micros()))
                .map(TelemetryRecord::row)
                .toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(bytes)) {
            MAPPER.writeValue(to, rows);
        }
        return bytes.toByteArray();
    }
}
