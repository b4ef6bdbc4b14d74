package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BufferTest {
    static final BufferLimits SMALL = new BufferLimits(1 << 20, Duration.ofDays(30), 4_096, 4_096, 2, 10_000);

    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();
    private final Random random = new Random(5);

    private Buffer open(BufferLimits limits) {
        return new Buffer(folder, limits, 1_000, new DeflatedRows(), "boot", random, time, Disk.SYSTEM);
    }

    private TelemetryRecord record(int value, Priority priority) {
        return new TelemetryRecord("t", time.now(), Map.of("value", value), priority);
    }

    private void fill(Buffer buffer, int from, int to, Priority priority) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(record(i, priority)));
        }
    }

    private static List<Object> values(Batch batch) {
        return batch == null
                ? List.of()
                : batch.records().stream()
                        .map(each -> each.record().fields().get("value"))
                        .toList();
    }

    private static List<SequencedRecord> drain(Buffer buffer) {
        List<SequencedRecord> all = new ArrayList<>();
        for (Batch batch = buffer.take(Order.OLDEST, 500); batch != null; batch = buffer.take(Order.OLDEST, 500)) {
            all.addAll(batch.records());
            buffer.delivered(batch);
        }
        return all;
    }

    private static long lostCount(List<SequencedRecord> records, String reason) {
        return records.stream()
                .filter(each -> reason.equals(each.record().fields().get("reason")))
                .mapToLong(each -> ((Number) each.record().fields().get("count")).longValue())
                .sum();
    }

    @Test
    void aRecordIsReturnedUnchanged() {
        Map<String, Object> fields = new HashMap<>();
        fields.put("value", 1.5);
        fields.put("big", new BigInteger("9".repeat(2_000)));
        fields.put("loc", Map.of("lat", 1, "lon", -2L << 40));
        fields.put("list", List.of("ä\u0000", true, List.of()));
        TelemetryRecord record = new TelemetryRecord("t.é", time.now().corrected(5), fields, Priority.LOW);
        try (Buffer buffer = open(SMALL)) {
            buffer.accept(List.of(record));
            Batch batch = buffer.take(Order.OLDEST, 10);
            assertThat(batch.records()).containsExactly(new SequencedRecord(1, record));
            assertThat(batch.sameBoot()).isTrue();
        }
    }

    @Test
    void newestOrderTakesTheImportantAndLatestAndOldestOrderTheRest() {
        try (Buffer buffer = open(SMALL)) {
            fill(buffer, 0, 10, Priority.NORMAL);
            fill(buffer, 10, 12, Priority.HIGH);
            Batch live = buffer.take(Order.NEWEST, 5);
            assertThat(values(live)).containsExactly(7, 8, 9, 10, 11);
            assertThat(values(buffer.take(Order.OLDEST, 3))).containsExactly(0, 1, 2);
            buffer.returned(live);
            assertThat(values(buffer.take(Order.OLDEST, 4))).containsExactly(3, 4, 10, 11);
        }
    }

    @Test
    void aDrainedBufferIsEmptyAlsoAfterReopening() throws IOException {
        try (Buffer buffer = open(SMALL)) {
            fill(buffer, 0, 2_000, Priority.NORMAL);
            buffer.maintain();
            assertThat(drain(buffer)).hasSize(2_000);
            buffer.flush();
            assertThat(buffer.bytes()).isLessThan(200);
        }
        try (Buffer buffer = open(SMALL)) {
            assertThat(buffer.take(Order.OLDEST, 1)).isNull();
            assertThat(buffer.health().problems()).isEmpty();
        }
    }

    @Test
    void aBatchHoldsRecordsOfOneRunAndOneBootOnly() {
        try (Buffer buffer = open(SMALL)) {
            fill(buffer, 0, 3, Priority.NORMAL);
        }
        try (Buffer buffer =
                new Buffer(folder, SMALL, 1_000, new DeflatedRows(), "another", random, time, Disk.SYSTEM)) {
            fill(buffer, 3, 5, Priority.NORMAL);
            Batch first = buffer.take(Order.OLDEST, 10);
            Batch second = buffer.take(Order.OLDEST, 10);
            assertThat(values(first)).containsExactly(0, 1, 2);
            assertThat(first.sameBoot()).isFalse();
            assertThat(values(second)).containsExactly(3, 4);
            assertThat(second.records().get(0).sequence()).isEqualTo(1);
            assertThat(second.runId()).isNotEqualTo(first.runId());
        }
    }

    @Test
    void recordsAreSyncedWithinTheSetTimeAndAnIdleBufferIsNot() throws Exception {
        BufferSettings quick = new BufferSettings(null, null, 50);
        try (Buffer buffer =
                Buffer.open(folder, quick, new DeflatedRows(), "boot", random, time, new Heartbeats(Ticker.system()))) {
            CompletableFuture<Boolean> stored = buffer.accept(List.of(record(1, Priority.NORMAL)));
            assertThat(stored.get(10, TimeUnit.SECONDS)).isTrue();
            double syncs = metric(buffer, "buffer_syncs_total");
            TimeUnit.MILLISECONDS.sleep(200); // four times as long as a sync would take to come
            assertThat(metric(buffer, "buffer_syncs_total")).isEqualTo(syncs);
        }
    }

    @Test
    void overTheSizeLimitTheLeastImportantAndOldestAreDroppedAndCounted() {
        BufferLimits tight = new BufferLimits(80_000, Duration.ofDays(30), 4_096, 4_096, 2, 10_000);
        try (Buffer buffer = open(tight)) {
            for (int i = 0; i < 100; i++) {
                fill(buffer, i * 100, i * 100 + 10, Priority.HIGH);
                fill(buffer, i * 100 + 10, i * 100 + 100, i % 2 == 0 ? Priority.NORMAL : Priority.LOW);
                buffer.maintain();
                assertThat(buffer.bytes()).isLessThanOrEqualTo(80_000);
            }
            List<SequencedRecord> remaining = drain(buffer);
            long records = remaining.stream()
                    .filter(each -> each.record().type().equals("t"))
                    .count();
            assertThat(records + lostCount(remaining, "full")).isEqualTo(10_000);
            assertThat(remaining.stream()
                            .filter(each -> each.record().priority() == Priority.HIGH
                                    && each.record().type().equals("t")))
                    .as("important ones")
                    .hasSize(1_000);
        }
    }

    @Test
    void recordsExpireByTrustedTimeOnly() {
        try (Buffer buffer = open(SMALL)) {
            fill(buffer, 0, 5, Priority.NORMAL);
            time.micros.addAndGet(TimeUnit.DAYS.toMicros(31));
            time.trusted = false;
            fill(buffer, 5, 7, Priority.NORMAL);
            buffer.maintain();
            assertThat(buffer.pending().records()).isEqualTo(7);
            time.trusted = true;
            buffer.maintain();
            time.micros.addAndGet(TimeUnit.DAYS.toMicros(3_000));
            buffer.maintain();
            List<SequencedRecord> remaining = drain(buffer);
            assertThat(remaining)
                    .filteredOn(each -> each.record().type().equals("t"))
                    .hasSize(2);
            assertThat(lostCount(remaining, "age")).isEqualTo(5);
        }
    }

    @Test
    void aDiscardedRecordIsRemovedAndCounted() {
        try (Buffer buffer = open(SMALL)) {
            fill(buffer, 0, 4, Priority.NORMAL);
            Batch batch = buffer.take(Order.OLDEST, 4);
            buffer.delivered(batch.part(0, 2));
            buffer.discarded(batch.part(2, 3), "poison");
            buffer.returned(batch.part(3, 4));
            buffer.maintain();
            List<SequencedRecord> remaining = drain(buffer);
            assertThat(remaining).hasSize(2);
            assertThat(remaining.get(1).record().fields())
                    .containsEntry("reason", "poison")
                    .containsEntry("from_seq", 3)
                    .containsEntry("to_seq", 3)
                    .containsEntry("boot", batch.runId());
            assertThat(remaining.get(0).record().fields()).containsEntry("value", 3);
        }
    }

    @Test
    void invalidRecordsAreCounted() {
        try (Buffer buffer = open(SMALL)) {
            Object deep = 1;
            for (int i = 0; i < 2_000; i++) {
                deep = List.of(deep);
            }
            buffer.accept(List.of(
                    new TelemetryRecord("t", time.now(), Map.of("x", "y".repeat(100_000)), Priority.LOW),
                    new TelemetryRecord("t", time.now(), Map.of("x", deep), Priority.LOW),
                    new TelemetryRecord("t", time.now(), Map.of("x", new Object()), Priority.LOW),
                    new TelemetryRecord("t".repeat(100_000), time.now(), Map.of(), Priority.LOW),
                    new TelemetryRecord("t", time.now(), Map.of("x", Double.NaN), Priority.LOW)));
            buffer.lost("elsewhere", 3);
            buffer.maintain();
            List<SequencedRecord> all = drain(buffer);
            assertThat(all).hasSize(3);
            assertThat(lostCount(all, "invalid")).isEqualTo(4);
            assertThat(lostCount(all, "elsewhere")).isEqualTo(3);
        }
    }

    @Test
    void peekLeavesRecordsPending() {
        try (Buffer buffer = open(SMALL)) {
            fill(buffer, 0, 500, Priority.NORMAL);
            buffer.maintain();
            assertThat(PeekedRecords.of(buffer, 0, 3))
                    .extracting(SequencedRecord::sequence)
                    .containsExactly(1L, 2L, 3L);
            assertThat(PeekedRecords.of(buffer, 500, 3)).isEmpty();
            assertThat(buffer.pending().records()).isEqualTo(500);
            assertThat(drain(buffer)).hasSize(500);
        }
    }

    @Test
    void aFailingCodecLosesNoRecord() {
        RecordCodec none = new RecordCodec() {
            @Override
            public byte[] pack(List<SequencedRecord> records) {
                return new byte[1 << 20];
            }

            @Override
            public List<SequencedRecord> unpack(byte[] packed) throws IOException {
                throw new IOException("not mine");
            }
        };
        try (Buffer buffer = new Buffer(folder, SMALL, 1_000, none, "boot", random, time, Disk.SYSTEM)) {
            fill(buffer, 0, 500, Priority.NORMAL);
            buffer.maintain();
            assertThat(folder.resolve("normal")).isNotEmptyDirectory();
            assertThat(drain(buffer)).hasSize(500);
        }
    }

    @Test
    void aClosedBufferRejectsRecords() {
        Buffer buffer = open(SMALL);
        buffer.close();
        buffer.close();
        assertThat(buffer.accept(List.of(record(1, Priority.HIGH)))).isCompletedWithValue(false);
    }

    @Test
    void damageIsCountedExactlyAndTheBufferStaysUsable() throws IOException {
        long seed = System.nanoTime();
        Random dice = new Random(seed);
        for (int round = 0; round < 30; round++) {
            Path path = folder.resolve("r" + round);
            int stored;
            try (Buffer buffer = new Buffer(path, SMALL, 1_000, new DeflatedRows(), "boot", dice, time, Disk.SYSTEM)) {
                fill(buffer, 0, 600, Priority.NORMAL);
                buffer.maintain();
                stored = (int) buffer.pending().records();
            }
            harm(path, dice);
            try (Buffer buffer = new Buffer(path, SMALL, 1_000, new DeflatedRows(), "boot", dice, time, Disk.SYSTEM)) {
                fill(buffer, 600, 610, Priority.NORMAL);
                buffer.maintain();
                List<SequencedRecord> all = drain(buffer);
                buffer.maintain();
                all.addAll(drain(buffer));
                long records = all.stream()
                        .filter(each -> each.record().type().equals("t"))
                        .distinct()
                        .count();
                assertThat(records + lostCount(all, "damaged"))
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(stored + 10);
            }
        }
    }

    private static void harm(Path buffer, Random dice) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String log : List.of("normal", "fresh")) {
            try (var found = Files.list(buffer.resolve(log))) {
                files.addAll(found.sorted().toList());
            }
        }
        Collections.shuffle(files, dice);
        Path file = files.get(0);
        byte[] bytes = Files.readAllBytes(file);
        switch (bytes.length == 0 ? 0 : dice.nextInt(6)) {
            case 0 -> Files.delete(file);
            case 4 -> Files.write(file, new byte[bytes.length]);
            case 1 -> Files.write(file, Arrays.copyOf(bytes, dice.nextInt(bytes.length)));
            case 2 -> {
                bytes[dice.nextInt(bytes.length)] ^= (byte) (1 << dice.nextInt(8));
                Files.write(file, bytes);
            }
            case 3 -> {
                dice.nextBytes(bytes);
                Files.write(file, bytes);
            }
            default -> {
                Files.write(file.resolveSibling("00000000000000ff.log"), new byte[] {1, 2, 3});
                Files.createDirectory(file.resolveSibling("0000000000000000.log"));
                Files.writeString(file.resolveSibling("notes.txt"), "mine");
                Files.move(file, file.resolveSibling("renamed"));
            }
        }
    }

    @Test
    void aFolderThatCannotBeCreatedIsReportedAndRetried() throws IOException {
        Path blocked = data.resolve("file");
        Files.writeString(blocked, "");
        try (Buffer buffer = new Buffer(blocked, SMALL, 1_000, new DeflatedRows(), "boot", random, time, Disk.SYSTEM)) {
            assertThat(buffer.accept(List.of(record(1, Priority.NORMAL)))).isCompletedWithValue(false);
            assertThat(buffer.health().problems()).singleElement().asString().contains("cannot be opened");
            assertThat(values(buffer.take(Order.OLDEST, 1))).containsExactly(1);
            fill(buffer, 2, 1_000, Priority.NORMAL);
            Files.delete(blocked);
            buffer.maintain();
            buffer.maintain();
            assertThat(buffer.health().problems()).isEmpty();
            List<SequencedRecord> all = drain(buffer);
            assertThat(all.stream()
                                    .filter(each -> each.record().type().equals("t"))
                                    .count()
                            + lostCount(all, "disk"))
                    .isEqualTo(998);
            Await.until("written", () -> buffer.bytes() > 0);
        }
    }

    private static double metric(Buffer buffer, String name) {
        return buffer.health().metrics().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(each -> each.value())
                .sum();
    }
}
