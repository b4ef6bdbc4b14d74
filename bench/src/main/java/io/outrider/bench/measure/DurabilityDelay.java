package io.outrider.bench.measure;

import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.api.Ticker;
import io.outrider.wire.columns.ColumnarRecordCodec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Measurement of the time for which a power cut can lose a record: from acceptance to disk. */
final class DurabilityDelay {
    private static final int SECONDS = 60;
    private static final int YARDSTICK_APPENDS = 60;
    private static final double MOST_MILLIS = 1_000;

    private final Path folder;

    DurabilityDelay(Path folder) {
        this.folder = folder;
    }

    Figure measure() throws Exception {
        DriveRecords records = new DriveRecords();
        ManualTimeSource time = new ManualTimeSource(Instant.ofEpochSecond(1_700_000_000));
        List<CompletableFuture<Long>> delays = new ArrayList<>();
        try (Buffer buffer = Buffer.open(
                folder.resolve("exposure"),
                BufferSettings.defaults(),
                new ColumnarRecordCodec(),
                "boot",
                new Random(1),
                time,
                new Heartbeats(Ticker.system()))) {
            buffer.accept(records.second(0, time.micros())).join(); // loads classes before the measurement
            for (int i = 0; i < SECONDS * DriveRecords.PER_SECOND; i++) {
                long begun = System.nanoTime();
                delays.add(
                        buffer.accept(List.of(records.second(i, time.micros()).get(0)))
                                .thenApply(durable -> durable ? System.nanoTime() - begun : Long.MAX_VALUE));
                Thread.sleep(1_000 / DriveRecords.PER_SECOND); // the rate is part of what is measured
            }
            Durations times = new Durations(
                    delays.stream().mapToLong(CompletableFuture::join).toArray());
            Durations disk = new Durations(SyncedAppends.nanos(folder, YARDSTICK_APPENDS, 100));
            return new Figure(
                    "a record's exposure to a power cut, 8 a second, longest of " + times.count(),
                    Durations.text(times.millis(1)) + ", median " + Durations.text(times.median()),
                    "this disk alone, to force one record, longest of " + YARDSTICK_APPENDS + " "
                            + Durations.text(disk.millis(1)),
                    times.millis(1) / disk.millis(1),
                    "at most 1000 ms",
                    times.millis(1) <= MOST_MILLIS);
        }
    }
}
