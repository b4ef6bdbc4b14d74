package io.outrider.agent.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.buffer.Backlog.Order;
import io.outrider.agent.store.Disk;
import io.outrider.agent.store.SmallFileSystem;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.api.testing.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
        return new Buffer(
                mount.resolve("buffer"),
                BufferTest.SMALL,
                1_000,
                new DeflatedRows(),
                "boot",
                new Random(3),
                time,
                Disk.SYSTEM);
    }

    private void fill(Buffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new Sample("t", time.now(), Map.of("value", i), Priority.NORMAL)));
        }
    }

    /** Delivers all; what was delivered and what was told to be lost, together. */
    private static long drain(Buffer buffer) {
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            for (Batch batch = buffer.take(Order.OLDEST, 500); batch != null; batch = buffer.take(Order.OLDEST, 500)) {
                for (Numbered each : batch.records()) {
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
