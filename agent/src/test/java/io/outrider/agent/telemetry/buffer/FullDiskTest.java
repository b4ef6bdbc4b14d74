package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SmallFileSystem;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.testkit.Announces;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour on a real file system of 256 KiB that is full or becomes read-only. */
class FullDiskTest {
    @TempDir
    Path mount;

    private final FixedTime time = new FixedTime();
    private SmallFileSystem fileSystem;

    @BeforeEach
    void mountFileSystem() throws Exception {
        fileSystem = new SmallFileSystem(mount, 256);
    }

    @AfterEach
    void unmountFileSystem() throws Exception {
        if (fileSystem != null) {
            fileSystem.close();
        }
    }

    private Buffer open() {
        return open(BufferTest.SMALL);
    }

    private Buffer open(BufferLimits limits) {
        return new Buffer(
                mount.resolve("buffer"), limits, 1_000, new DeflatedRows(), "boot", new Random(3), time, Disk.SYSTEM);
    }

    private void fill(Buffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL)));
        }
    }

    /** Delivers all records. @return the sum of delivered records and reported losses */
    private static long drain(Buffer buffer) {
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            for (Batch batch = buffer.take(Order.OLDEST, 500); batch != null; batch = buffer.take(Order.OLDEST, 500)) {
                for (SequencedRecord each : batch.records()) {
                    Object count = each.record().fields().get("count");
                    sum += count instanceof Number number ? number.longValue() : 1;
                }
                buffer.delivered(batch);
            }
            buffer.maintain();
        }
        return sum;
    }

    @Test
    void aFullDiskIsReportedAndEveryLossIsCounted() throws Exception {
        Path ballast = Files.write(mount.resolve("ballast"), new byte[200_000]);
        try (Buffer buffer = open()) {
            Set<String> reported = new HashSet<>();
            for (int i = 0; i < 60; i++) {
                fill(buffer, i * 100, i * 100 + 100);
                reported.addAll(buffer.health().problems()); // until the overflow queue has evicted enough
                buffer.maintain();
            }
            assertThat(reported)
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each).contains("No space left", "free space"));
            Files.delete(ballast);
            buffer.maintain();
            fill(buffer, 6_000, 6_010);
            buffer.maintain();
            assertThat(buffer.health().problems()).isEmpty();
            assertThat(drain(buffer)).isEqualTo(6_010);
        }
    }

    @Test
    void aReadOnlyDiskIsReadAndRecordsStayInMemory() throws Exception {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 10);
        }
        fileSystem.setWritable(false);
        try (Buffer buffer = open()) {
            fill(buffer, 10, 20);
            assertThat(buffer.health().problems()).isNotEmpty();
            assertThat(buffer.pending().records()).isEqualTo(20);
            fileSystem.setWritable(true);
            buffer.maintain();
            buffer.maintain();
            assertThat(buffer.health().problems()).isEmpty();
            assertThat(drain(buffer)).isEqualTo(20);
        }
    }

    /** Fills the disk and the overflow queue. */
    private int fillUp(Buffer buffer, int from) {
        int to = from;
        while (!hasOverflow(buffer)) {
            fill(buffer, to, to + 100);
            to += 100;
        }
        fill(buffer, to, to + 1_000);
        return to + 1_000;
    }

    private static boolean hasOverflow(Buffer buffer) {
        return buffer.health().metrics().stream()
                .anyMatch(each -> each.name().equals("buffer_memory_records") && each.value() > 0);
    }

    @Test
    @Announces("^[0-9]+ records lost at shutdown.* the next start reports them")
    void recordsWithoutRoomAtShutdownAreReportedOnceByTheNextStart() throws Exception {
        open().close();
        Path ballast = Files.write(mount.resolve("ballast"), new byte[100_000]);
        int produced;
        try (Buffer buffer = open()) {
            produced = fillUp(buffer, 0);
            buffer.lost("elsewhere", 3);
        }
        try (Buffer buffer = open()) {
            assertThat(buffer.health().facts().get("lost").toString()).contains("disk=", "elsewhere=3");
        } // the losses are not delivered yet
        Files.delete(ballast);
        try (Buffer buffer = open()) {
            buffer.maintain();
        }
        try (Buffer buffer = open()) {
            assertThat(drain(buffer)).isEqualTo(produced + 3);
        }
    }

    @Test
    @Announces("^[0-9]+ records lost at shutdown")
    void shutdownWritesAsManyRecordsAsFit() throws Exception {
        open().close();
        Path ballast = Files.write(mount.resolve("ballast"), new byte[200_000]);
        BufferLimits largeOverflow = new BufferLimits(1 << 20, Duration.ofDays(30), 4_096, 4_096, 2, 1 << 20);
        try (Buffer buffer = open(largeOverflow)) {
            for (int i = 0; i < 8; i++) {
                int from = i * 500;
                buffer.accept(IntStream.range(from, from + 500)
                        .mapToObj(each -> new TelemetryRecord(
                                "t", time.now(), Map.of("v", each + "x".repeat(40)), Priority.NORMAL))
                        .toList());
            }
        }
        assertThat(mount.toFile().getUsableSpace()).isLessThan(4_096);
        Files.delete(ballast);
        try (Buffer buffer = open()) {
            assertThat(drain(buffer)).isEqualTo(4_000);
        }
    }

    @Test
    void recordsInMemoryAtAKillAreReported() throws Exception {
        open().close();
        Path ballast = Files.write(mount.resolve("ballast"), new byte[100_000]);
        Buffer killed = open();
        fillUp(killed, 0);
        Files.delete(ballast);
        for (int i = 0; i < 2; i++) {
            try (Buffer buffer = open()) {
                buffer.maintain();
                List<Map<String, Object>> reported = losses(buffer);
                assertThat(reported)
                        .singleElement()
                        .satisfies(loss -> assertThat(loss)
                                .containsEntry("reason", "unwritten")
                                .containsKeys("boot", "from_seq")
                                .doesNotContainKeys("count", "to_seq"));
                long last = PeekedRecords.of(buffer, 0, 1_000).stream()
                        .filter(each -> each.record().type().equals("t"))
                        .count();
                assertThat(((Number) reported.get(0).get("from_seq")).longValue())
                        .isGreaterThan(Math.min(last, 100));
            }
        }
    }

    @Test
    void recordsWrittenBeforeAKillAreNotReported() throws Exception {
        Path ballast = Files.write(mount.resolve("ballast"), new byte[150_000]);
        Buffer killed = open();
        int produced = 0;
        for (; !hasOverflow(killed); produced++) {
            fill(killed, produced, produced + 1);
        }
        Files.delete(ballast);
        killed.maintain();
        fill(killed, produced, produced + 10);
        try (Buffer buffer = open()) {
            assertThat(losses(buffer)).isEmpty();
            assertThat(drain(buffer)).isEqualTo(produced + 10);
        }
    }

    private static List<Map<String, Object>> losses(Buffer buffer) {
        return PeekedRecords.of(buffer, 0, 1_000).stream()
                .filter(each -> each.record().type().equals(LossReport.TYPE))
                .map(each -> each.record().fields())
                .toList();
    }

    @Test
    @Announces("^11 records lost at shutdown \\(1 of them loss reports\\)")
    void shutdownOnAReadOnlyDiskLogsTheNumberOfLostRecords() throws Exception {
        open().close();
        fileSystem.setWritable(false);
        try (Buffer buffer = open()) {
            fill(buffer, 0, 10);
            buffer.lost("elsewhere", 3);
        }
        fileSystem.setWritable(true);
        try (Buffer buffer = open()) {
            assertThat(buffer.pending().records()).isZero();
        }
    }
}
