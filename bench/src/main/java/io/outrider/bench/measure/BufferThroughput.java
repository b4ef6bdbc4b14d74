package io.outrider.bench.measure;

import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.api.Ticker;
import io.outrider.wire.Batch;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.columns.BatchCodec;
import io.outrider.wire.columns.ColumnarRecordCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Measurement of the buffer's throughput in this process: appends and the drain. */
final class BufferThroughput {
    private static final int BATCH = 100;
    private static final int ROUNDS = 3;
    private static final int BATCHES = 5_000;
    private static final int BATCHES_OF_SQLITE = 2_000;
    private static final int DRAINED = 500;
    private static final double LEAST_IN = 100_000;
    private static final double LEAST_OUT = 50_000;
    private static final double SEVERAL = 3;

    private final Path folder;
    private final List<List<TelemetryRecord>> batches = new ArrayList<>();

    BufferThroughput(Path folder) {
        this.folder = folder;
        DriveRecords records = new DriveRecords();
        List<TelemetryRecord> next = new ArrayList<>();
        for (long second = 0; batches.size() < 100; second++) {
            next.addAll(records.second(second, 1_700_000_000_000_000L + second * 1_000_000));
            if (next.size() >= BATCH) {
                batches.add(List.copyOf(next.subList(0, BATCH)));
                next.subList(0, BATCH).clear();
            }
        }
    }

    List<Figure> measure() throws Exception {
        sqlite("warm.db");
        in("warm", false);
        in("warm online", true);
        double[] offline = AlternatingRounds.medians(
                ROUNDS, () -> in("offline" + System.nanoTime(), false), () -> sqlite(System.nanoTime() + ".db"));
        double[] online = AlternatingRounds.medians(
                ROUNDS, () -> in("online" + System.nanoTime(), true), () -> sqlite(System.nanoTime() + ".db"));
        return List.of(appended("nobody takes them", offline), appended("taken at once", online), drain());
    }

    private static Figure appended(String how, double[] rates) {
        double ratio = rates[0] / rates[1];
        return new Figure(
                "records appended a second, batches of 100, group fsync, " + how,
                text(rates[0]),
                "SQLite, WAL, synchronous=FULL " + text(rates[1]),
                ratio,
                "at least " + text(LEAST_IN) + " and " + (int) SEVERAL + " times SQLite",
                rates[0] >= LEAST_IN && ratio >= SEVERAL);
    }

    private Figure drain() throws Exception {
        try (Buffer buffer = open("drained")) {
            append(buffer);
            buffer.flush();
            int all = BATCHES * BATCH;
            out(buffer, all / 4);
            long begun = System.nanoTime();
            return drain(out(buffer, Integer.MAX_VALUE), begun);
        }
    }

    private Figure drain(int drained, long begun) throws IOException {
        double rate = rate(drained, begun);
        double zipped = zipped();
        return new Figure(
                "records drained a second, decoded and compressed, batches of 500",
                text(rate),
                "JSON with gzip of the same, from memory " + text(zipped),
                rate / zipped,
                "at least " + text(LEAST_OUT),
                rate >= LEAST_OUT);
    }

    private Buffer open(String where) {
        return Buffer.open(
                folder.resolve(where),
                new BufferSettings(4_000, null, null),
                new ColumnarRecordCodec(),
                "boot",
                new Random(1),
                new ManualTimeSource(Instant.ofEpochSecond(1_700_000_000)),
                new Heartbeats(Ticker.system()));
    }

    /** Until all of them are on the disk. */
    private double append(Buffer buffer) throws Exception {
        long begun = System.nanoTime();
        CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
        for (int i = 0; i < BATCHES; i++) {
            last = buffer.accept(batches.get(i % batches.size()));
        }
        if (!last.get()) {
            throw new IllegalStateException("the disk did not take the records");
        }
        return rate(BATCHES * BATCH, begun);
    }

    /** @param isOnline whether another thread takes records, encodes them and has them delivered meanwhile */
    private double in(String where, boolean isOnline) throws Exception {
        try (Buffer buffer = open(where)) {
            AtomicBoolean isOver = new AtomicBoolean();
            Thread upload = new Thread(() -> {
                while (!isOver.get()) {
                    if (out(buffer, DRAINED) == 0) {
                        Thread.onSpinWait();
                    }
                }
            });
            if (isOnline) {
                upload.start();
            }
            double rate = append(buffer);
            isOver.set(true);
            upload.join();
            return rate;
        }
    }

    /** The same records, made into bytes where a queue of this kind needs it: before they go into a transaction. */
    private double sqlite(String name) throws SQLException, IOException {
        try (SqliteQueue queue = new SqliteQueue(Files.createDirectories(folder).resolve(name))) {
            long begun = System.nanoTime();
            for (int i = 0; i < BATCHES_OF_SQLITE; i++) {
                List<byte[]> rows = new ArrayList<>(BATCH);
                for (TelemetryRecord sample : batches.get(i % batches.size())) {
                    rows.add(GzipJson.json(sample.row()));
                }
                queue.add(rows);
            }
            return rate(BATCHES_OF_SQLITE * BATCH, begun);
        }
    }

    /** As the upload does it. */
    private static int out(Buffer buffer, int most) {
        BatchCodec codec = new BatchCodec();
        int records = 0;
        while (records < most) {
            Batch batch = buffer.take(Backlog.Order.OLDEST, DRAINED);
            if (batch == null) {
                break;
            }
            codec.encode("measured", batch);
            records += batch.records().size();
            buffer.delivered(batch);
        }
        return records;
    }

    private double zipped() throws IOException {
        long begun = System.nanoTime();
        int records = 0;
        for (int round = 0; round < 40; round++) {
            begun = round == 10 ? System.nanoTime() : begun; // warm by then
            records = round == 10 ? 0 : records;
            for (int i = 0; i + 5 <= batches.size(); i += 5) {
                List<Map<String, Object>> rows = new ArrayList<>();
                batches.subList(i, i + 5).forEach(batch -> batch.forEach(sample -> rows.add(sample.row())));
                GzipJson.zipped(rows);
                records += rows.size();
            }
        }
        return rate(records, begun);
    }

    private static double rate(int records, long begun) {
        return records / ((System.nanoTime() - begun) / 1e9);
    }

    private static String text(double rate) {
        return String.format("%,.0f", rate);
    }
}
