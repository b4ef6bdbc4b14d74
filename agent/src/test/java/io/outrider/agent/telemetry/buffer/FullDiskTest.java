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

/** On a real file system of 256 KiB that is full, or that becomes read-only. */
class FullDiskTest {
    @TempDir
    Path mount;

    private final FixedTime time = new FixedTime();
    private SmallFileSystem small;

    @BeforeEach
    void mountIt() throws Exception {
        small = new SmallFileSystem(mount, 256);
    }

    @AfterEach
    void unmountIt() throws Exception {
        if (small != null) {
            small.close();
        }
    }

    private Buffer open() {
        return open(BufferTest.SMALL);
    }

    private Buffer open(BufferLimits bounds) {
        return new Buffer(
                mount.resolve("buffer"), bounds, 1_000, new DeflatedRows(), "boot", new Random(3), time, Disk.SYSTEM);
    }

    private void fill(Buffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL)));
        }
    }

    /** Delivers all; what was delivered and what was told to be lost, together. */
    private static long drain(Buffer buffer) {
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            for (Batch batch = buffer.take(Order.OLDEST, 500); batch != null; batch = buffer.take(Order.OLDEST, 500)) {
                for (SequencedRecord each : batch.records()) {
                    Object count = each.sample().fields().get("count");
                    sum += count instanceof Number number ? number.longValue() : 1;
                }
                buffer.delivered(batch);
            }
            buffer.tend();
        }
        return sum;
    }

    @Test
    void aFullDiskIsToldAndSurvivedAndNothingIsLostUncounted() throws Exception {
        Path ballast = Files.write(mount.resolve("ballast"), new byte[200_000]);
        try (Buffer buffer = open()) {
            Set<String> told = new HashSet<>();
            for (int i = 0; i < 60; i++) {
                fill(buffer, i * 100, i * 100 + 100);
                told.addAll(buffer.health().problems()); // until the least worthy has gone for it
                buffer.tend();
            }
            assertThat(told).isNotEmpty().allSatisfy(each -> assertThat(each).contains("No space left", "free space"));
            Files.delete(ballast);
            buffer.tend();
            fill(buffer, 6_000, 6_010);
            buffer.tend();
            assertThat(buffer.health().problems()).isEmpty();
            assertThat(drain(buffer)).isEqualTo(6_010);
        }
    }

    @Test
    void aReadOnlyDiskIsReadAndRecordsWaitInMemory() throws Exception {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 10);
        }
        small.mayBeWritten(false);
        try (Buffer buffer = open()) {
            fill(buffer, 10, 20);
            assertThat(buffer.health().problems()).isNotEmpty();
            assertThat(buffer.pending().records()).isEqualTo(20);
            small.mayBeWritten(true);
            buffer.tend();
            buffer.tend();
            assertThat(buffer.health().problems()).isEmpty();
            assertThat(drain(buffer)).isEqualTo(20);
        }
    }

    /** As long as nothing fits any more. */
    private int fillUp(Buffer buffer, int from) {
        int to = from;
        while (!isInMemory(buffer)) {
            fill(buffer, to, to + 100);
            to += 100;
        }
        fill(buffer, to, to + 1_000);
        return to + 1_000;
    }

    private static boolean isInMemory(Buffer buffer) {
        return buffer.health().metrics().stream()
                .anyMatch(each -> each.name().equals("buffer_memory_records") && each.value() > 0);
    }

    @Test
    @Announces("^[0-9]+ records are lost.* the next start tells of them")
    void whatHadNoRoomUntilTheStopIsToldOnceByTheNextStart() throws Exception {
        open().close();
        Path ballast = Files.write(mount.resolve("ballast"), new byte[100_000]);
        int produced;
        try (Buffer buffer = open()) {
            produced = fillUp(buffer, 0);
            buffer.lost("elsewhere", 3);
        }
        try (Buffer buffer = open()) {
            assertThat(buffer.health().facts().get("lost").toString()).contains("disk=", "elsewhere=3");
        } // it has not told them
        Files.delete(ballast);
        try (Buffer buffer = open()) {
            buffer.tend();
        }
        try (Buffer buffer = open()) {
            assertThat(drain(buffer)).isEqualTo(produced + 3);
        }
    }

    @Test
    @Announces("^[0-9]+ records are lost")
    void asMuchIsWrittenBeforeTheStopAsThereIsRoomFor() throws Exception {
        open().close();
        Path ballast = Files.write(mount.resolve("ballast"), new byte[200_000]);
        BufferLimits withMuchMemory = new BufferLimits(1 << 20, Duration.ofDays(30), 4_096, 4_096, 2, 1 << 20);
        try (Buffer buffer = open(withMuchMemory)) {
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
    void whatWasInMemoryOnlyWhenTheProcessDiedIsTold() throws Exception {
        open().close();
        Path ballast = Files.write(mount.resolve("ballast"), new byte[100_000]);
        Buffer killed = open();
        fillUp(killed, 0);
        Files.delete(ballast);
        for (int i = 0; i < 2; i++) {
            try (Buffer buffer = open()) {
                buffer.tend();
                List<Map<String, Object>> told = losses(buffer);
                assertThat(told)
                        .singleElement()
                        .satisfies(loss -> assertThat(loss)
                                .containsEntry("reason", "unwritten")
                                .containsKeys("boot", "from_seq")
                                .doesNotContainKeys("count", "to_seq"));
                long last = buffer.peek(0, 1_000).stream()
                        .filter(each -> each.sample().type().equals("t"))
                        .count();
                assertThat(((Number) told.get(0).get("from_seq")).longValue()).isGreaterThan(Math.min(last, 100));
            }
        }
    }

    @Test
    void whatWasInMemoryOnlyForAWhileIsNotToldWhenTheProcessDiesLater() throws Exception {
        Path ballast = Files.write(mount.resolve("ballast"), new byte[150_000]);
        Buffer killed = open();
        int produced = 0;
        for (; !isInMemory(killed); produced++) {
            fill(killed, produced, produced + 1);
        }
        Files.delete(ballast);
        killed.tend();
        fill(killed, produced, produced + 10);
        try (Buffer buffer = open()) {
            assertThat(losses(buffer)).isEmpty();
            assertThat(drain(buffer)).isEqualTo(produced + 10);
        }
    }

    private static List<Map<String, Object>> losses(Buffer buffer) {
        return buffer.peek(0, 1_000).stream()
                .filter(each -> each.sample().type().equals(LossReport.TYPE))
                .map(each -> each.sample().fields())
                .toList();
    }

    @Test
    @Announces("^11 records are lost, 1 of them about earlier losses")
    void aStopWhileTheDiskTakesNothingSaysHowManyAreLost() throws Exception {
        open().close();
        small.mayBeWritten(false);
        try (Buffer buffer = open()) {
            fill(buffer, 0, 10);
            buffer.lost("elsewhere", 3);
        }
        small.mayBeWritten(true);
        try (Buffer buffer = open()) {
            assertThat(buffer.pending().records()).isZero();
        }
    }
}
