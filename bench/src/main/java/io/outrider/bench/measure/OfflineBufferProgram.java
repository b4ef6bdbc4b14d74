package io.outrider.bench.measure;

import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.api.Ticker;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.columns.BatchCodec;
import io.outrider.wire.columns.ColumnarRecordCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Program {@code OfflineBufferProgram FOLDER DAYS}: a buffer with default settings, in a process with the daemon's flags.
 * Prints {@code up}, then answers each line of its input. {@code fill} adds two hours of records for each day and answers
 * with their number and the bytes on the disk; {@code opened} answers with the milliseconds that opening took; {@code drain}
 * encodes all records for the wire and answers with their number, that of loss reports, that of records out of order, and
 * the bytes. Ends with its input.
 */
final class OfflineBufferProgram {
    private static final int HOURS_A_DAY = 2;
    private static final long DAY_MICROS = 86_400_000_000L;

    private OfflineBufferProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int days = Integer.parseInt(arguments[1]);
        ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-01-01T08:00:00Z"));
        long begun = System.nanoTime();
        try (Buffer buffer = Buffer.open(
                folder,
                BufferSettings.defaults(),
                new ColumnarRecordCodec(),
                "boot",
                new Random(1),
                time,
                new Heartbeats(Ticker.system()))) {
            long millis = (System.nanoTime() - begun) / 1_000_000;
            System.out.println("up");
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println(
                        switch (line) {
                            case "fill" -> fill(buffer, time, days, folder);
                            case "opened" -> Long.toString(millis);
                            default -> drain(buffer);
                        });
            }
        }
    }

    private static String fill(Buffer buffer, ManualTimeSource time, int days, Path folder) throws Exception {
        DriveRecords records = new DriveRecords();
        long first = time.micros();
        long count = 0;
        for (int day = 0; day < days; day++) {
            for (int second = 0; second < HOURS_A_DAY * 3_600; second++) {
                time.set(first + day * DAY_MICROS + second * 1_000_000L);
                buffer.accept(records.second(day * 7_200L + second, time.micros()));
                count += DriveRecords.PER_SECOND;
                if (second % 600 == 0) {
                    buffer.flush(); // more often than the daemon's periodic flush
                }
            }
        }
        buffer.flush();
        return count + " " + bytes(folder);
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(each -> each.toFile().length())
                    .sum();
        }
    }

    private static String drain(Buffer buffer) {
        BatchCodec codec = new BatchCodec();
        long count = 0;
        long losses = 0;
        long disorder = 0;
        long bytes = 0;
        long before = 0;
        for (Batch batch = buffer.take(Backlog.Order.OLDEST, 500);
                batch != null;
                batch = buffer.take(Backlog.Order.OLDEST, 500)) {
            bytes += codec.encode("offline", batch).length;
            for (SequencedRecord each : batch.records()) {
                if (each.record().type().equals("agent.loss")) {
                    losses++;
                } else {
                    count++;
                    disorder += each.sequence() > before ? 0 : 1;
                    before = each.sequence();
                }
            }
            buffer.delivered(batch);
        }
        return count + " " + losses + " " + disorder + " " + bytes;
    }
}
