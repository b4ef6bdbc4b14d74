package io.outrider.bench.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** The usual way to send records: an array of JSON objects, with gzip. The yardstick. */
final class JsonRowSender {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonRowSender() {}

    static byte[] zipped(List<Map<String, Object>> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(JSON.writeValueAsBytes(rows));
        }
        return bytes.toByteArray();
    }

    static byte[] json(Map<String, Object> row) throws IOException {
        return JSON.writeValueAsBytes(row);
    }
}
