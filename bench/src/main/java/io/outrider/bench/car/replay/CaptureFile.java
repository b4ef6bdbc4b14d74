package io.outrider.bench.car.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * File of captures with one JSON object per line; empty lines are ignored.
 *
 * @param bad unreadable lines
 */
public record CaptureFile(List<CaptureRecord> records, List<BadLine> bad) {
    /** @param number from 1 */
    public record BadLine(int number, String reason) {
        @Override
        public String toString() {
            return "line " + number + ": " + reason;
        }
    }

    public CaptureFile {
        records = List.copyOf(records);
        bad = List.copyOf(bad);
    }

    /** @throws IOException if the file cannot be read */
    public static CaptureFile read(Path file) throws IOException {
        return parse(Files.readAllLines(file));
    }

    public static CaptureFile parse(List<String> lines) {
        ObjectMapper json = new ObjectMapper();
        List<CaptureRecord> records = new ArrayList<>();
        List<BadLine> bad = new ArrayList<>();
        int number = 0;
        for (String line : lines) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                CaptureRecord record = json.readValue(line, CaptureRecord.class);
                if (record == null) {
                    bad.add(new BadLine(number, "null is not a record"));
                } else {
                    records.add(record);
                }
            } catch (JsonProcessingException e) {
                bad.add(new BadLine(number, reason(e)));
            }
        }
        return new CaptureFile(records, bad);
    }

    private static String reason(JsonProcessingException e) {
        boolean hasOwnReason = e instanceof ValueInstantiationException && e.getCause() != null;
        return hasOwnReason ? e.getCause().getMessage() : e.getOriginalMessage();
    }
}
