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

/** The upload holds batches that it cannot deliver, and meanwhile there is too much. */
class HeldBatchesTest {
    private static final int EACH = 2_000;

    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void place() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private Buffer open(int bytes) {
        BufferLimits bounds = new BufferLimits(bytes, Duration.ofDays(30), 4_096, 4_096, 2, 10_000);
        return new Buffer(folder, bounds, 1_000, new DeflatedRows(), "boot", new Random(7), time, Disk.SYSTEM);
    }

    private void fill(Buffer buffer, int from, int to, Priority priority) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i * 7919), priority)));
            if (i % 250 == 0) {
                buffer.tend();
            }
        }
        buffer.tend();
    }

    /** Of each priority the oldest. */
    private static List<Batch> hold(Buffer buffer) {
        Map<Priority, Batch> held = new EnumMap<>(Priority.class);
        List<Batch> others = new ArrayList<>();
        for (Batch batch = buffer.take(Order.OLDEST, 20); batch != null; batch = buffer.take(Order.OLDEST, 20)) {
            if (held.putIfAbsent(batch.records().get(0).sample().priority(), batch) != null) {
                others.add(batch);
            }
        }
        others.forEach(buffer::returned);
        return List.copyOf(held.values());
    }

    private static Map<Priority, Integer> waiting(Buffer buffer) {
        Map<Priority, Integer> found = new EnumMap<>(Priority.class);
        for (Priority each : Priority.values()) {
            found.put(each, 0);
        }
        int from = 0;
        for (List<SequencedRecord> some = buffer.peek(0, 1_000); !some.isEmpty(); some = buffer.peek(from, 1_000)) {
            from += some.size();
            some.stream()
                    .filter(each -> each.sample().type().equals("t"))
                    .forEach(each -> found.merge(each.sample().priority(), 1, Integer::sum));
        }
        return found;
    }

    @Test
    void theLeastImportantGoesFirstAllTheSame() {
        int bound = 90_000;
        try (Buffer buffer = open(bound)) {
            for (Priority each : Priority.values()) {
                fill(buffer, 0, EACH, each);
            }
            fill(buffer, 0, 300, Priority.LOW); // so that the others are packed
            List<Batch> held = hold(buffer);
            Map<Priority, Integer> before = waiting(buffer);
            assertThat(before).as("nothing lost yet").containsEntry(Priority.LOW, EACH + 300);
            int high = EACH;
            boolean wasNormalLost = false;
            for (int step = 0; step < 60; step++) {
                fill(buffer, high, high + 500, Priority.HIGH);
                high += 500;
                assertThat(buffer.bytes()).isLessThanOrEqualTo(bound);
                Map<Priority, Integer> now = waiting(buffer);
                if (now.get(Priority.NORMAL) < EACH) {
                    assertThat(now.get(Priority.LOW)).as("%s", now).isLessThan(1_200); // what lies beside those held
                    wasNormalLost = true;
                }
                if (now.get(Priority.HIGH) < high) {
                    assertThat(now.get(Priority.NORMAL)).as("%s", now).isLessThan(1_200);
                    assertThat(wasNormalLost).isTrue();
                    held.forEach(buffer::delivered);
                    account(buffer, EACH * 2 + 300 + high - 20 * held.size());
                    return;
                }
            }
            throw new AssertionError("the bound was never reached");
        }
    }

    /** Also after a restart, when all that is known is what the segments that are left say. */
    private void account(Buffer full, int expected) {
        full.tend();
        long there = counted(drain(full, 1_000));
        full.close();
        try (Buffer buffer = open(1 << 20)) {
            assertThat(there + counted(drain(buffer, Integer.MAX_VALUE))).isEqualTo(expected);
        }
    }

    private static List<SequencedRecord> drain(Buffer buffer, int most) {
        List<SequencedRecord> all = new ArrayList<>();
        while (all.size() < most) {
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
                .mapToLong(each -> each.sample().type().equals("agent.loss")
                        ? ((Number) each.sample().fields().get("count")).longValue()
                        : 1)
                .sum();
    }
}
