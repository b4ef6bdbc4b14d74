package io.outrider.service.telemetry;

import io.outrider.wire.Batch;
import io.outrider.wire.Micros;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import io.outrider.wire.columns.BatchCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Payloads as units send them. */
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

    public byte[] payload(String unit, String run) {
        return codec.encode(unit, new Batch(run, true, records));
    }
}
