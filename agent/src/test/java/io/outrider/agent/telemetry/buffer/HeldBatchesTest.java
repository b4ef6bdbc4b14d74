package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eviction while the upload holds batches in flight. */
class HeldBatchesTest {
    private static final int EACH = 2_000;

    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private Buffer open(int bytes) {
        BufferLimits limits = new BufferLimits(bytes, Duration.ofDays(30), 4_096, 4_096, 2, 10_000);
        return new Buffer(folder, limits, 1_000, new DeflatedRows(), "boot", new Random(7), time, Disk.SYSTEM);
    }

    private void fill(Buffer buffer, int from, int to, Priority priority) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i * 7919), priority)));
            if (i % 250 == 0) {
                buffer.maintain();
            }
        }
        buffer.maintain();
    }

    /** Takes the oldest batch of each priority. */
    private static List<Batch> takeOldestOfEach(Buffer buffer) {
        Map<Priority, Batch> inFlight = new EnumMap<>(Priority.class);
        List<Batch> others = new ArrayList<>();
        for (Batch batch = buffer.take(Order.OLDEST, 20); batch != null; batch = buffer.take(Order.OLDEST, 20)) {
            if (inFlight.putIfAbsent(batch.records().get(0).record().priority(), batch) != null) {
                others.add(batch);
            }
        }
        others.forEach(buffer::returned);
        return List.copyOf(inFlight.values());
    }

    private static Map<Priority, Integer> pending(Buffer buffer) {
        Map<Priority, Integer> counts = new EnumMap<>(Priority.class);
        for (Priority each : Priority.values()) {
            counts.put(each, 0);
        }
        int from = 0;
        for (List<SequencedRecord> window = PeekedRecords.of(buffer, 0, 1_000);
                !window.isEmpty();
                window = PeekedRecords.of(buffer, from, 1_000)) {
            from += window.size();
            window.stream()
                    .filter(each -> each.record().type().equals("t"))
                    .forEach(each -> counts.merge(each.record().priority(), 1, Integer::sum));
        }
        return counts;
    }

    @Test
    void theLeastImportantIsEvictedFirstDespiteBatchesInFlight() {
        int maxBytes = 90_000;
        try (Buffer buffer = open(maxBytes)) {
            for (Priority each : Priority.values()) {
                fill(buffer, 0, EACH, each);
            }
            fill(buffer, 0, 300, Priority.LOW); // so that the others are compacted
            List<Batch> inFlight = takeOldestOfEach(buffer);
            Map<Priority, Integer> initial = pending(buffer);
            assertThat(initial).as("nothing lost yet").containsEntry(Priority.LOW, EACH + 300);
            int high = EACH;
            boolean wasNormalLost = false;
            for (int step = 0; step < 60; step++) {
                fill(buffer, high, high + 500, Priority.HIGH);
                high += 500;
                assertThat(buffer.bytes()).isLessThanOrEqualTo(maxBytes);
                Map<Priority, Integer> now = pending(buffer);
                if (now.get(Priority.NORMAL) < EACH) {
                    assertThat(now.get(Priority.LOW))
                            .as("%s", now)
                            .isLessThan(1_200); // records in the segments of batches in flight
                    wasNormalLost = true;
                }
                if (now.get(Priority.HIGH) < high) {
                    assertThat(now.get(Priority.NORMAL)).as("%s", now).isLessThan(1_200);
                    assertThat(wasNormalLost).isTrue();
                    inFlight.forEach(buffer::delivered);
                    assertAllCounted(buffer, EACH * 2 + 300 + high - 20 * inFlight.size());
                    return;
                }
            }
            throw new AssertionError("the bound was never reached");
        }
    }

    /** Checks the sum of records and reported losses, also after a restart. */
    private void assertAllCounted(Buffer full, int expected) {
        full.maintain();
        long firstPart = counted(drain(full, 1_000));
        full.close();
        try (Buffer buffer = open(1 << 20)) {
            assertThat(firstPart + counted(drain(buffer, Integer.MAX_VALUE))).isEqualTo(expected);
        }
    }

    private static List<SequencedRecord> drain(Buffer buffer, int maxRecords) {
        List<SequencedRecord> all = new ArrayList<>();
        while (all.size() < maxRecords) {
            Batch batch = buffer.take(Order.OLDEST, 100);
            if (batch == null) {
                break;
            }
            all.addAll(batch.records());
            buffer.delivered(batch);
        }
        return all;
    }

    private static long counted(List<SequencedRecord> records) {
        return records.stream()
                .mapToLong(each -> each.record().type().equals("agent.loss")
                        ? ((Number) each.record().fields().get("count")).longValue()
                        : 1)
                .sum();
    }
}
