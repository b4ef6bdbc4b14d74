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
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();
    private final AtomicInteger decoded = new AtomicInteger();

    /** Counts decoded records. */
    private final class CountingCodec implements RecordCodec {
        private final RecordCodec real = new DeflatedRows();

        @Override
        public byte[] pack(List<SequencedRecord> records) {
            return real.pack(records);
        }

        @Override
        public List<SequencedRecord> unpack(byte[] packed) throws IOException {
            List<SequencedRecord> records = real.unpack(packed);
            decoded.addAndGet(records.size());
            return records;
        }
    }

    @Test
    void aPeekFarIntoTheBacklogReadsOnlyWhatItReturns() {
        BufferLimits limits = new BufferLimits(64 << 20, Duration.ofDays(30), 1 << 16, 1 << 16, 2, 1 << 20);
        try (Buffer buffer =
                new Buffer(folder, limits, 1_000, new CountingCodec(), "boot", new Random(1), time, Disk.SYSTEM)) {
            for (int i = 0; i < ALL; i += 100) {
                List<TelemetryRecord> records = new ArrayList<>();
                for (int j = i; j < i + 100; j++) {
                    records.add(new TelemetryRecord("t", time.now(), Map.of("value", j), Priority.NORMAL));
                }
                buffer.accept(records);
                if (i % 5_000 == 0) {
                    buffer.maintain();
                }
            }
            buffer.maintain();
            Batch first = buffer.take(Backlog.Order.OLDEST, 7);
            buffer.delivered(first);
            decoded.set(0);
            for (int from : new int[] {0, 3, 493, 5_000, 29_999, ALL - 100, ALL - 9}) {
                List<SequencedRecord> window = PeekedRecords.of(buffer, from, Integer.MAX_VALUE);
                assertThat(window).hasSize(Math.min(1_000, ALL - 7 - from));
                for (int i = 0; i < window.size(); i++) {
                    assertThat(window.get(i).record().fields()).containsEntry("value", from + 7 + i);
                }
            }
            assertThat(PeekedRecords.of(buffer, ALL - 7, 10)).isEmpty();
            assertThat(PeekedRecords.of(buffer, Long.MAX_VALUE, Integer.MAX_VALUE))
                    .isEmpty();
            assertThat(decoded.get()).isBetween(1, 7 * 2_000);
            decoded.set(0);
            List<SequencedRecord> few = new ArrayList<>();
            buffer.peek(0, 1_000, each -> {
                few.add(each);
                return few.size() < 3;
            });
            assertThat(few).hasSize(3);
            assertThat(decoded.get()).as("a single frame is read").isBetween(1, 999);
        }
    }

    @Test
    void healthShowsTheTimeOfTheOldestRecord() {
        BufferLimits limits = new BufferLimits(64 << 20, Duration.ofDays(30), 1 << 16, 1 << 16, 2, 1 << 20);
        try (Buffer buffer =
                new Buffer(folder, limits, 1_000, new CountingCodec(), "boot", new Random(1), time, Disk.SYSTEM)) {
            assertThat(buffer.health().facts()).doesNotContainKey("oldest");
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", 1), Priority.NORMAL)));
            assertThat(buffer.health().facts())
                    .containsEntry("oldest", buffer.pending().oldest().toString());
            buffer.delivered(buffer.take(Backlog.Order.OLDEST, 7));
            assertThat(buffer.health().facts()).doesNotContainKey("oldest");
        }
    }
}
