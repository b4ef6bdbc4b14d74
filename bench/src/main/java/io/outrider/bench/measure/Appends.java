package io.outrider.bench.measure;

import io.outrider.agent.buffer.Backlog;
import io.outrider.agent.buffer.Batch;
import io.outrider.agent.buffer.Buffer;
import io.outrider.agent.buffer.BufferSettings;
import io.outrider.agent.columns.BatchCodec;
import io.outrider.agent.columns.ColumnPacking;
import io.outrider.agent.telemetry.Sample;
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

/** How fast records get in and out again, in this process. */
final class Appends {
    private static final int BATCH = 100;
    private static final int BATCHES = 10_000;
    private static final int BATCHES_OF_SQLITE = 2_000;
    private static final int DRAINED = 500;
    private static final double LEAST_IN = 100_000;
    private static final double LEAST_OUT = 50_000;
    private static final double SEVERAL = 3;

    private final Path folder;
    private final List<List<Sample>> batches = new ArrayList<>();

    Appends(Path folder) {
        this.folder = folder;
        DriveRecords records = new DriveRecords();
        List<Sample> next = new ArrayList<>();
        for (long second = 0; batches.size() < 100; second++) {
            next.addAll(records.second(second, 1_700_000_000_000_000L + second * 1_000_000));
            if (next.size() >= BATCH) {
                batches.add(List.copyOf(next.subList(0, BATCH)));
                next.subList(0, BATCH).clear();
            }
        }
    }

    List<Figure> measure() throws Exception {
        in(folder.resolve("warm"), BATCHES / 4).close();
        double sqlite = sqlite();
        long begun = System.nanoTime();
        try (Buffer buffer = in(folder.resolve("buffer"), BATCHES)) {
            double rate = rate(BATCHES * BATCH, begun);
            out(buffer, BATCHES * BATCH / 4);
            long begunOut = System.nanoTime();
            int drained = out(buffer, Integer.MAX_VALUE);
            return List.of(
                    new Figure(
                            "records appended a second, batches of 100, group fsync",
                            text(rate),
                            "SQLite, WAL, synchronous=FULL " + text(sqlite),
                            rate / sqlite,
                            "at least " + text(LEAST_IN) + " and " + (int) SEVERAL + " times SQLite",
                            rate >= LEAST_IN && rate >= SEVERAL * sqlite),
                    drain(drained, begunOut));
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

    /** Appends so many batches; returns when all of them are on the disk. */
    private Buffer in(Path where, int count) throws Exception {
        BufferSettings settings = new BufferSettings(4_000, null, null);
        Buffer buffer = Buffer.open(
                where,
                settings,
                new ColumnPacking(),
                "boot",
                new Random(1),
                new SetTime(Instant.ofEpochSecond(1_700_000_000)));
        CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
        for (int i = 0; i < count; i++) {
            last = buffer.accept(batches.get(i % batches.size()));
        }
        buffer.flush();
        if (!last.get()) {
            throw new IllegalStateException("the disk of " + where + " did not take the records");
        }
        return buffer;
    }

    private double sqlite() throws SQLException, IOException {
        List<List<byte[]>> bodies = new ArrayList<>();
        for (List<Sample> batch : batches) {
            List<byte[]> rows = new ArrayList<>();
            for (Sample sample : batch) {
                rows.add(Rows.json(sample.row()));
            }
            bodies.add(rows);
        }
        try (SqliteQueue queue = new SqliteQueue(Files.createDirectories(folder).resolve("sqlite.db"))) {
            for (int i = 0; i < BATCHES_OF_SQLITE / 4; i++) {
                queue.add(bodies.get(i % bodies.size()));
            }
            long begun = System.nanoTime();
            for (int i = 0; i < BATCHES_OF_SQLITE; i++) {
                queue.add(bodies.get(i % bodies.size()));
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
                Rows.zipped(rows);
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
