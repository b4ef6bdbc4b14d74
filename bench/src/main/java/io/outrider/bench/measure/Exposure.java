package io.outrider.bench.measure;

import io.outrider.agent.buffer.Buffer;
import io.outrider.agent.buffer.BufferSettings;
import io.outrider.agent.columns.ColumnPacking;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** How long a record can be lost to a power cut: from its acceptance until the disk has it. */
final class Exposure {
    private static final int SECONDS = 20;

    private static final double MOST_MILLIS = 1_000;

    private final Path folder;

    Exposure(Path folder) {
        this.folder = folder;
    }

    Figure measure() throws Exception {
        DriveRecords records = new DriveRecords();
        SetTime time = new SetTime(Instant.ofEpochSecond(1_700_000_000));
        List<CompletableFuture<Long>> waits = new ArrayList<>();
        try (Buffer buffer = Buffer.open(
                folder.resolve("exposure"),
                BufferSettings.defaults(),
                new ColumnPacking(),
                "boot",
                new Random(1),
                time)) {
            for (int i = 0; i < SECONDS * DriveRecords.A_SECOND; i++) {
                long begun = System.nanoTime();
                waits.add(buffer.accept(List.of(records.second(i, time.micros()).get(0)))
                        .thenApply(safe -> safe ? System.nanoTime() - begun : Long.MAX_VALUE));
                Thread.sleep(1_000 / DriveRecords.A_SECOND); // the rate is part of what is measured
            }
            Times times =
                    new Times(waits.stream().mapToLong(CompletableFuture::join).toArray());
            return new Figure(
                    "a record's exposure to a power cut, 8 a second, longest of " + times.count(),
                    Times.text(times.millis(1)) + ", median " + Times.text(times.median()),
                    "the setting sync_ms 1000 ms",
                    times.millis(1) / 1_000,
                    "at most 1000 ms",
                    times.millis(1) <= MOST_MILLIS);
        }
    }
}
