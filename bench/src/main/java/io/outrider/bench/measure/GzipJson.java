package io.outrider.bench.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Encoder of records as an array of JSON objects with gzip; the yardstick of the column format. */
final class GzipJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private GzipJson() {}

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
