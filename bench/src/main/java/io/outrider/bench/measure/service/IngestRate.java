package io.outrider.bench.measure.service;

import io.outrider.bench.fleet.WireUnit;
import io.outrider.bench.measure.AlternatingRounds;
import io.outrider.bench.measure.DriveRecords;
import io.outrider.bench.measure.Figure;
import io.outrider.testkit.Await;
import io.outrider.wire.Micros;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Measurement of ingest: batches that are encoded already, from their publishing to the commit of the last record. */
final class IngestRate {
    static final double LEAST_RATIO = 0.6;
    private static final int UNITS = 16;
    private static final int BATCHES_A_UNIT =
            32; // a round is a second or more: while its first and last batches are on their way, only one side works
    private static final int SECONDS_A_BATCH = 60;
    private static final int WARM_UPS =
            24; // of 512 batches: most is compiled after 5,000 calls (Tier4InvocationThreshold)
    private static final int ROUNDS = 9;
    private static final long POLL_NANOS = 10_000_000;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final MeasuredService service;
    private final DriveRecords drive = new DriveRecords();
    private final long begin = Micros.of(Instant.now().minus(Duration.ofDays(1)));
    private int round;

    private IngestRate(MeasuredService service) {
        this.service = service;
    }

    static Figure measure(boolean postgresql) throws Exception {
        try (MeasuredService service = new MeasuredService(postgresql, UNITS)) {
            return new IngestRate(service).measure();
        }
    }

    private Figure measure() throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            ingest();
            bare();
        }
        double[] rates = AlternatingRounds.medians(ROUNDS, this::ingest, this::bare);
        double ratio = rates[0] / rates[1];
        String bare = service.database().sqlite() ? "batched inserts" : "COPY";
        return new Figure(
                "records of uploads stored, " + service.name(),
                "%.0f/s".formatted(rates[0]),
                "%s of the same rows by a bare program %.0f/s".formatted(bare, rates[1]),
                ratio,
                "at least " + LEAST_RATIO + " of it",
                ratio >= LEAST_RATIO);
    }

    /** Records a second. */
    private double ingest() throws Exception {
        long before = service.database().number("SELECT COUNT(*) FROM telemetry");
        List<List<byte[]>> batches = new ArrayList<>();
        for (WireUnit each : service.units()) {
            batches.add(batches(each));
        }
        long expected = before + records();
        long start = System.nanoTime();
        List<CompletableFuture<?>> acknowledged = new ArrayList<>();
        for (int i = 0; i < BATCHES_A_UNIT; i++) {
            for (int unit = 0; unit < UNITS; unit++) {
                acknowledged.add(
                        service.units().get(unit).upload(batches.get(unit).get(i)));
            }
        }
        CompletableFuture.allOf(acknowledged.toArray(CompletableFuture[]::new)).join();
        long uploads = (round + 1L) * UNITS * BATCHES_A_UNIT;
        Await.until("all records are stored", LONGEST, () -> uploads() >= uploads);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (service.database().number("SELECT COUNT(*) FROM telemetry") != expected) {
            throw new IllegalStateException("a record was stored twice");
        }
        round++;
        return records() / seconds;
    }

    /** Batches stored: one row each, so that counting them takes nothing from what is measured, as counting records would. */
    private long uploads() throws SQLException {
        LockSupport.parkNanos(POLL_NANOS);
        return service.database().number("SELECT COUNT(*) FROM telemetry_upload");
    }

    private static long records() {
        return (long) UNITS * BATCHES_A_UNIT * SECONDS_A_BATCH * DriveRecords.PER_SECOND;
    }

    private List<byte[]> batches(WireUnit unit) {
        List<byte[]> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES_A_UNIT; i++) {
            long second = (long) (round * BATCHES_A_UNIT + i) * SECONDS_A_BATCH;
            List<SequencedRecord> records = new ArrayList<>();
            for (int j = 0; j < SECONDS_A_BATCH; j++) {
                for (TelemetryRecord each : drive.second(second + j, begin + (second + j) * Micros.SECOND)) {
                    records.add(new SequencedRecord(second * DriveRecords.PER_SECOND + records.size() + 1, each));
                }
            }
            batches.add(unit.encoded(records));
        }
        return batches;
    }

    /** Records a second, of the rows of the last round, into a table of the same kind that grows as the service's does. */
    private double bare() throws Exception {
        if (round == 1) {
            service.database().createLike("bare");
        }
        long first = (long) (round - 1) * BATCHES_A_UNIT * SECONDS_A_BATCH * DriveRecords.PER_SECOND;
        List<BareDatabase.Row> rows = service.database().rows("sequence > " + first);
        long start = System.nanoTime();
        service.database().write("bare", rows);
        return rows.size() / ((System.nanoTime() - start) / 1e9);
    }
}
