package io.outrider.bench.measure;

import io.outrider.agent.telemetry.buffer.Buffer;
import io.outrider.agent.telemetry.buffer.BufferSettings;
import io.outrider.wire.columns.ColumnarRecordCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Measurement of the time for which a power cut can lose a record: from acceptance to disk. */
final class Exposure {
    private static final int SECONDS = 60;
    private static final int FORCED_BESIDE = 60;
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
                new ColumnarRecordCodec(),
                "boot",
                new Random(1),
                time)) {
            buffer.accept(records.second(0, time.micros()))
                    .join(); // how long this program takes to load is not its matter
            for (int i = 0; i < SECONDS * DriveRecords.A_SECOND; i++) {
                long begun = System.nanoTime();
                waits.add(buffer.accept(List.of(records.second(i, time.micros()).get(0)))
                        .thenApply(safe -> safe ? System.nanoTime() - begun : Long.MAX_VALUE));
                Thread.sleep(1_000 / DriveRecords.A_SECOND); // the rate is part of what is measured
            }
            Durations times = new Durations(
                    waits.stream().mapToLong(CompletableFuture::join).toArray());
            Durations disk = new Durations(forcedBeside());
            return new Figure(
                    "a record's exposure to a power cut, 8 a second, longest of " + times.count(),
                    Durations.text(times.millis(1)) + ", median " + Durations.text(times.median()),
                    "this disk alone, to force one record, longest of " + FORCED_BESIDE + " "
                            + Durations.text(disk.millis(1)),
                    times.millis(1) / disk.millis(1),
                    "at most 1000 ms",
                    times.millis(1) <= MOST_MILLIS);
        }
    }

    /** What of it is the disk's own. */
    private long[] forcedBeside() throws IOException {
        long[] nanos = new long[FORCED_BESIDE];
        try (FileChannel file =
                FileChannel.open(folder.resolve("beside"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int i = 0; i < nanos.length; i++) {
                file.write(ByteBuffer.allocate(100));
                long begun = System.nanoTime();
                file.force(false);
                nanos[i] = System.nanoTime() - begun;
            }
        }
        return nanos;
    }
}
