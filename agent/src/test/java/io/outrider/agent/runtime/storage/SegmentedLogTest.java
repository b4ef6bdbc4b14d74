package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentedLogTest {
    @TempDir
    Path folder;

    @Test
    void recordsAreReadBackInOrder() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one"), bytes("two")));
            LogPosition three = log.append(List.of(bytes("three"))).get(0);
            assertThat(log.read(three)).isEqualTo(bytes("three"));
        }
        assertThat(contents()).containsExactly("one", "two", "three");
    }

    @Test
    void aFullSegmentIsFollowedByAnother() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 100)) {
            for (int i = 0; i < 50; i++) {
                log.append(List.of(bytes("record " + i)));
            }
            assertThat(log.oldest()).isEqualTo(1);
            log.drop(1);
            assertThat(log.oldest()).isEqualTo(2);
        }
        try (var files = Files.list(folder)) {
            assertThat(files.count()).isGreaterThan(5);
        }
        assertThat(contents()).hasSizeLessThan(50).last().isEqualTo("record 49");
    }

    @Test
    void unsyncedAppendsLeaveRollingToForce() throws IOException {
        List<WatchedDisk.Operation> done = new ArrayList<>();
        Disk disk = new WatchedDisk((operation, path) -> done.add(operation));
        try (SegmentedLog log = SegmentedLog.open(folder, 100, (position, payload) -> {}, disk, null)) {
            log.appendUnsynced(List.of(bytes("x".repeat(150))));
            done.clear();
            assertThat(log.appendUnsynced(List.of(bytes("late"))).get(0).segment())
                    .isEqualTo(1);
            assertThat(done).containsExactly(WatchedDisk.Operation.WRITE);
            assertThat(log.isFull()).isTrue();
            log.force();
            assertThat(log.isFull()).isFalse();
            assertThat(log.appendUnsynced(List.of(bytes("next"))).get(0).segment())
                    .isEqualTo(2);
        }
        assertThat(contents()).hasSize(3).endsWith("late", "next");
    }

    @Test
    void aFileThatIsNeverForcedRollsInTheEnd() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 100)) {
            for (int i = 0; i < 50; i++) {
                log.appendUnsynced(List.of(bytes("record " + i)));
            }
            assertThat(log.segments()).hasSizeGreaterThan(1);
        }
        assertThat(contents()).hasSize(50);
    }

    /** A record appended during a roll goes to the previous file, which has to be forced again. */
    @Test
    void unforcedRecordsOfThePreviousFileAreForcedNext() throws IOException {
        for (boolean isSynced : new boolean[] {true, false}) {
            Path logFolder = folder.resolve("appended " + isSynced);
            List<String> forced = new ArrayList<>();
            AtomicReference<SegmentedLog> opened = new AtomicReference<>();
            AtomicBoolean appendLate = new AtomicBoolean();
            Disk disk = new WatchedDisk((operation, path) -> {
                if (operation == WatchedDisk.Operation.FORCE_FOLDER && appendLate.getAndSet(false)) {
                    opened.get().appendUnsynced(List.of(bytes("late")));
                }
                if (operation == WatchedDisk.Operation.FORCE) {
                    forced.add(path.getFileName().toString());
                }
            });
            try (SegmentedLog log = SegmentedLog.open(logFolder, 100, (position, payload) -> {}, disk, null)) {
                opened.set(log);
                log.appendUnsynced(List.of(bytes("x".repeat(150))));
                appendLate.set(true);
                log.force();
                assertThat(forced).containsExactly("0000000000000001.log");
                if (isSynced) {
                    log.append(List.of(bytes("next")));
                } else {
                    log.appendUnsynced(List.of(bytes("next")));
                    log.force();
                }
                assertThat(forced)
                        .containsExactly("0000000000000001.log", "0000000000000001.log", "0000000000000002.log");
                log.force();
                assertThat(forced).as("nothing is left").hasSize(3);
            }
        }
    }

    @Test
    void aFailedRollIsRetriedRarely() throws IOException {
        AtomicInteger attempts = new AtomicInteger();
        Disk disk = new WatchedDisk((operation, path) -> {
            if (operation == WatchedDisk.Operation.OPEN && path.endsWith("0000000000000002.log")) {
                attempts.incrementAndGet();
                throw new IOException("No space left on device");
            }
        });
        try (SegmentedLog log = SegmentedLog.open(folder, 1_000, (position, payload) -> {}, disk, null)) {
            for (int i = 0; i < 100; i++) {
                log.appendUnsynced(List.of(bytes("record " + i)));
                log.force();
            }
            assertThat(attempts.get()).isEqualTo(1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 300; i++) {
                            log.appendUnsynced(List.of(bytes("record " + i)));
                        }
                    })
                    .hasMessageContaining("No space left");
        }
    }

    @Test
    void theActiveSegmentIsNeverDropped() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 100)) {
            log.append(List.of(bytes("one")));
            assertThat(log.oldest()).isEqualTo(-1);
            assertThatThrownBy(() -> log.drop(1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aTornEndIsCutAndNotCounted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one"), bytes("two")));
        }
        Path file = folder.resolve("0000000000000001.log");
        byte[] all = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(all, all.length - 1));
        List<String> read = new ArrayList<>();
        try (SegmentedLog log = open(read, 1 << 20)) {
            assertThat(log.damaged()).isZero();
            log.append(List.of(bytes("three")));
        }
        assertThat(read).containsExactly("one");
        assertThat(contents()).containsExactly("one", "three");
    }

    /** A roll may leave unforced records at the end of the previous file. */
    @Test
    void aTornEndOfThePreviousFileIsNeverCounted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one"), bytes("two")));
            log.roll();
        }
        Path file = folder.resolve("0000000000000001.log");
        byte[] all = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(all, all.length - 1));
        List<String> expected = new ArrayList<>(List.of("one"));
        for (int opening = 0; opening < 4; opening++) {
            List<String> read = new ArrayList<>();
            try (SegmentedLog log = open(read, 1 << 20)) {
                assertThat(log.damaged()).as("opening %d", opening).isZero();
                log.append(List.of(bytes("after " + opening)));
                log.roll();
            }
            assertThat(read).isEqualTo(expected);
            expected.add("after " + opening);
        }
    }

    @Test
    void aTornFileWithoutSoundRecordsIsNotCounted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one")));
        }
        Path file = folder.resolve("0000000000000001.log");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 5));
        for (int opening = 0; opening < 4; opening++) {
            try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
                assertThat(log.damaged()).as("opening %d", opening).isZero();
                log.roll();
                log.roll();
            }
        }
    }

    @Test
    void corruptionInTheMiddleCostsOneRecordAndIsCounted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one"), bytes("two"), bytes("three")));
        }
        Path file = folder.resolve("0000000000000001.log");
        byte[] all = Files.readAllBytes(file);
        all[11 + 8] ^= 1; // payload of the second record
        Files.write(file, all);
        List<String> read = new ArrayList<>();
        try (SegmentedLog log = open(read, 1 << 20)) {
            assertThat(log.damaged()).isEqualTo(1);
            assertThatThrownBy(() -> log.read(new LogPosition(1, 11))).hasMessageContaining("rotted");
        }
        assertThat(read).containsExactly("one", "three");
    }

    @Test
    void concurrentAppendsShareFsyncs() throws Exception {
        AtomicInteger syncs = new AtomicInteger();
        Disk slowDisk = new WatchedDisk((operation, path) -> {
            if (operation == WatchedDisk.Operation.FORCE) {
                syncs.incrementAndGet();
                LockSupport.parkNanos(1_000_000);
            }
        });
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try (SegmentedLog log = SegmentedLog.open(folder, 1 << 20, (position, payload) -> {}, slowDisk, null)) {
            List<Callable<List<LogPosition>>> appends = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                byte[] payload = bytes("record " + i);
                appends.add(() -> log.append(List.of(payload)));
            }
            for (Future<List<LogPosition>> each : threads.invokeAll(appends)) {
                assertThat(each.get()).hasSize(1);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(contents()).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(syncs.get()).as("at least two appends a sync on average").isLessThan(1_000);
        System.out.println("2,000 appends of 16 threads took " + syncs + " syncs");
    }

    @Test
    void anInterruptedThreadAppendsAndStaysInterrupted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 10)) {
            for (int i = 0; i < 20; i++) { // rolls, and so forces the folder too
                Thread.currentThread().interrupt();
                log.append(List.of(bytes("record " + i)));
                assertThat(Thread.interrupted()).isTrue();
            }
        }
        assertThat(contents()).hasSize(20);
    }

    @Test
    void recordsOfInvalidSizeAreRejected() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 10)) {
            assertThatThrownBy(() -> log.append(List.of(new byte[0]))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> log.append(List.of(new byte[SegmentedLog.MAX_RECORD_BYTES + 1])))
                    .isInstanceOf(IllegalArgumentException.class);
            log.append(List.of(new byte[SegmentedLog.MAX_RECORD_BYTES]));
        }
        assertThat(contents()).hasSize(1);
    }

    @Test
    void aClosedLogRejectsAppends() throws IOException {
        SegmentedLog log = open(new ArrayList<>(), 10);
        log.close();
        assertThatThrownBy(() -> log.append(List.of(bytes("one")))).isInstanceOf(IOException.class);
    }

    @Test
    void foreignFilesInTheFolderAreKept() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "mine");
        try (SegmentedLog log = open(new ArrayList<>(), 10)) {
            log.append(List.of(bytes("one")));
        }
        assertThat(folder.resolve("notes.txt")).hasContent("mine");
    }

    private SegmentedLog open(List<String> read, int segmentBytes) throws IOException {
        return SegmentedLog.open(
                folder,
                segmentBytes,
                (position, payload) -> read.add(new String(payload, StandardCharsets.UTF_8)),
                Disk.SYSTEM,
                null);
    }

    private List<String> contents() throws IOException {
        List<String> read = new ArrayList<>();
        open(read, 1 << 20).close();
        return read;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
