package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import io.outrider.wire.Batch;
import io.outrider.wire.Micros;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import io.outrider.wire.columns.BatchCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Payloads as units send them, and what is stored of them. */
public final class Batches {
    private final BatchCodec codec = new BatchCodec();
    private final List<SequencedRecord> records = new ArrayList<>();

    public static Batches of() {
        return new Batches();
    }

    public Batches with(long sequence, String type, String time, Map<String, Object> fields) {
        long micros = Micros.of(Instant.parse(time));
        records.add(new SequencedRecord(
                sequence, new TelemetryRecord(type, new Timestamp(micros, micros, true), fields, Priority.NORMAL)));
        return this;
    }

    /** All records that a device has, by time. */
    static List<String> stored(Database database, long device) {
        List<String> all = new ArrayList<>();
        new TelemetryReader(database)
                .raw(
                        device,
                        null,
                        Instant.EPOCH,
                        Instant.parse("2261-12-31T00:00:00Z"),
                        false,
                        200_000,
                        each -> all.add(new String(each, StandardCharsets.UTF_8)));
        return all;
    }

    public byte[] payload(String unit, String run) {
        return codec.encode(unit, new Batch(run, true, records));
    }
}
