package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeekTest {
    private static final int ALL = 60_000;

    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void place() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();
    private final AtomicInteger unpacked = new AtomicInteger();

    /** Counts what is unpacked. */
    private final class Counting implements RecordCodec {
        private final RecordCodec real = new DeflatedRows();

        @Override
        public byte[] pack(List<SequencedRecord> records) {
            return real.pack(records);
        }

        @Override
        public List<SequencedRecord> unpack(byte[] packed) throws IOException {
            List<SequencedRecord> records = real.unpack(packed);
            unpacked.addAndGet(records.size());
            return records;
        }
    }

    @Test
    void aLookFarIntoALargeBacklogReadsOnlyWhatItShows() {
        BufferLimits bounds = new BufferLimits(64 << 20, Duration.ofDays(30), 1 << 16, 1 << 16, 2, 1 << 20);
        try (Buffer buffer =
                new Buffer(folder, bounds, 1_000, new Counting(), "boot", new Random(1), time, Disk.SYSTEM)) {
            for (int i = 0; i < ALL; i += 100) {
                List<TelemetryRecord> samples = new ArrayList<>();
                for (int j = i; j < i + 100; j++) {
                    samples.add(new TelemetryRecord("t", time.now(), Map.of("value", j), Priority.NORMAL));
                }
                buffer.accept(samples);
                if (i % 5_000 == 0) {
                    buffer.tend();
                }
            }
            buffer.tend();
            Batch first = buffer.take(Backlog.Order.OLDEST, 7);
            buffer.delivered(first);
            unpacked.set(0);
            for (int from : new int[] {0, 3, 493, 5_000, 29_999, ALL - 100, ALL - 9}) {
                List<SequencedRecord> seen = buffer.peek(from, Integer.MAX_VALUE);
                assertThat(seen).hasSize(Math.min(1_000, ALL - 7 - from));
                for (int i = 0; i < seen.size(); i++) {
                    assertThat(seen.get(i).sample().fields()).containsEntry("value", from + 7 + i);
                }
            }
            assertThat(buffer.peek(ALL - 7, 10)).isEmpty();
            assertThat(buffer.peek(Long.MAX_VALUE, Integer.MAX_VALUE)).isEmpty();
            assertThat(unpacked.get()).isBetween(1, 7 * 2_000);
            unpacked.set(0);
            List<SequencedRecord> few = new ArrayList<>();
            buffer.peek(0, 1_000, each -> {
                few.add(each);
                return few.size() < 3;
            });
            assertThat(few).hasSize(3);
            assertThat(unpacked.get())
                    .as("one block is read, as no more is wanted")
                    .isBetween(1, 999);
        }
    }

    @Test
    void theStatusSaysHowOldTheOldestOfWhatWaitsIs() {
        BufferLimits bounds = new BufferLimits(64 << 20, Duration.ofDays(30), 1 << 16, 1 << 16, 2, 1 << 20);
        try (Buffer buffer =
                new Buffer(folder, bounds, 1_000, new Counting(), "boot", new Random(1), time, Disk.SYSTEM)) {
            assertThat(buffer.health().facts()).doesNotContainKey("oldest");
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", 1), Priority.NORMAL)));
            assertThat(buffer.health().facts())
                    .containsEntry("oldest", buffer.pending().oldest().toString());
            buffer.delivered(buffer.take(Backlog.Order.OLDEST, 7));
            assertThat(buffer.health().facts()).doesNotContainKey("oldest");
        }
    }
}
