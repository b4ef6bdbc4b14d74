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
    void whatWasAppendedIsReadBackInOrder() throws IOException {
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
    void whoNotesBeginsNoFileUntilItIsForced() throws IOException {
        List<WatchedDisk.Operation> done = new ArrayList<>();
        Disk disk = new WatchedDisk((operation, path) -> done.add(operation));
        try (SegmentedLog log = SegmentedLog.open(folder, 100, (place, payload) -> {}, disk, null)) {
            log.note(List.of(bytes("x".repeat(150))));
            done.clear();
            assertThat(log.note(List.of(bytes("late"))).get(0).segment()).isEqualTo(1);
            assertThat(done).containsExactly(WatchedDisk.Operation.WRITE);
            assertThat(log.isFull()).isTrue();
            log.force();
            assertThat(log.isFull()).isFalse();
            assertThat(log.note(List.of(bytes("next"))).get(0).segment()).isEqualTo(2);
        }
        assertThat(contents()).hasSize(3).endsWith("late", "next");
    }

    @Test
    void aFileThatIsNeverForcedIsFollowedByAnotherAllTheSame() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 100)) {
            for (int i = 0; i < 50; i++) {
                log.note(List.of(bytes("record " + i)));
            }
            assertThat(log.segments()).hasSizeGreaterThan(1);
        }
        assertThat(contents()).hasSize(50);
    }

    /** What is noted while another file is being begun stays behind in the one before, and has to be forced there. */
    @Test
    void whatWasLeftInTheFileBeforeIsForcedWithWhatComesNext() throws IOException {
        for (boolean isAppended : new boolean[] {true, false}) {
            Path here = folder.resolve("appended " + isAppended);
            List<String> forced = new ArrayList<>();
            AtomicReference<SegmentedLog> opened = new AtomicReference<>();
            AtomicBoolean isLate = new AtomicBoolean();
            Disk disk = new WatchedDisk((operation, path) -> {
                if (operation == WatchedDisk.Operation.FORCE_FOLDER && isLate.getAndSet(false)) {
                    opened.get().note(List.of(bytes("late")));
                }
                if (operation == WatchedDisk.Operation.FORCE) {
                    forced.add(path.getFileName().toString());
                }
            });
            try (SegmentedLog log = SegmentedLog.open(here, 100, (place, payload) -> {}, disk, null)) {
                opened.set(log);
                log.note(List.of(bytes("x".repeat(150))));
                isLate.set(true);
                log.force();
                assertThat(forced).containsExactly("0000000000000001.log");
                if (isAppended) {
                    log.append(List.of(bytes("next")));
                } else {
                    log.note(List.of(bytes("next")));
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
    void aDiskThatTakesNoOtherFileIsAskedForOneNowAndThenOnly() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        Disk disk = new WatchedDisk((operation, path) -> {
            if (operation == WatchedDisk.Operation.OPEN && path.endsWith("0000000000000002.log")) {
                asked.incrementAndGet();
                throw new IOException("No space left on device");
            }
        });
        try (SegmentedLog log = SegmentedLog.open(folder, 1_000, (place, payload) -> {}, disk, null)) {
            for (int i = 0; i < 100; i++) {
                log.note(List.of(bytes("record " + i)));
                log.force();
            }
            assertThat(asked.get()).isEqualTo(1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 300; i++) {
                            log.note(List.of(bytes("record " + i)));
                        }
                    })
                    .hasMessageContaining("No space left");
        }
    }

    @Test
    void theSegmentThatIsAppendedToIsNeverDropped() throws IOException {
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
        List<String> seen = new ArrayList<>();
        try (SegmentedLog log = open(seen, 1 << 20)) {
            assertThat(log.damaged()).isZero();
            log.append(List.of(bytes("three")));
        }
        assertThat(seen).containsExactly("one");
        assertThat(contents()).containsExactly("one", "three");
    }

    /** Another file is begun while the last notes of the one before may still be unforced. */
    @Test
    void aTornEndOfTheFileBeforeIsNeverCountedHoweverManyFollow() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one"), bytes("two")));
            log.roll();
        }
        Path file = folder.resolve("0000000000000001.log");
        byte[] all = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(all, all.length - 1));
        List<String> expected = new ArrayList<>(List.of("one"));
        for (int opening = 0; opening < 4; opening++) {
            List<String> seen = new ArrayList<>();
            try (SegmentedLog log = open(seen, 1 << 20)) {
                assertThat(log.damaged()).as("opening %d", opening).isZero();
                log.append(List.of(bytes("after " + opening)));
                log.roll();
            }
            assertThat(seen).isEqualTo(expected);
            expected.add("after " + opening);
        }
    }

    @Test
    void aTornEndIsCutAlsoIfNothingSoundIsBeforeItAndAnotherFileIsBegunAtOnce() throws IOException {
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
    void rotInTheMiddleCostsOneRecordAndIsCounted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 1 << 20)) {
            log.append(List.of(bytes("one"), bytes("two"), bytes("three")));
        }
        Path file = folder.resolve("0000000000000001.log");
        byte[] all = Files.readAllBytes(file);
        all[11 + 8] ^= 1; // the second one's payload
        Files.write(file, all);
        List<String> seen = new ArrayList<>();
        try (SegmentedLog log = open(seen, 1 << 20)) {
            assertThat(log.damaged()).isEqualTo(1);
            assertThatThrownBy(() -> log.read(new LogPosition(1, 11))).hasMessageContaining("rotted");
        }
        assertThat(seen).containsExactly("one", "three");
    }

    @Test
    void callersAtTheSameTimeShareSyncs() throws Exception {
        AtomicInteger syncs = new AtomicInteger();
        Disk card = new WatchedDisk((operation, path) -> {
            if (operation == WatchedDisk.Operation.FORCE) {
                syncs.incrementAndGet();
                LockSupport.parkNanos(1_000_000);
            }
        });
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try (SegmentedLog log = SegmentedLog.open(folder, 1 << 20, (place, payload) -> {}, card, null)) {
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
        assertThat(syncs.get()).isLessThan(500);
        System.out.println("2,000 appends of 16 threads took " + syncs + " syncs");
    }

    @Test
    void anInterruptedThreadAppendsAllTheSameAndStaysInterrupted() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 10)) {
            for (int i = 0; i < 20; i++) { // rolls, and so syncs the folder as well
                Thread.currentThread().interrupt();
                log.append(List.of(bytes("record " + i)));
                assertThat(Thread.interrupted()).isTrue();
            }
        }
        assertThat(contents()).hasSize(20);
    }

    @Test
    void recordsThatCannotBeReadBackAreRefused() throws IOException {
        try (SegmentedLog log = open(new ArrayList<>(), 10)) {
            assertThatThrownBy(() -> log.append(List.of(new byte[0]))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> log.append(List.of(new byte[SegmentedLog.LARGEST + 1])))
                    .isInstanceOf(IllegalArgumentException.class);
            log.append(List.of(new byte[SegmentedLog.LARGEST]));
        }
        assertThat(contents()).hasSize(1);
    }

    @Test
    void aClosedLogRefuses() throws IOException {
        SegmentedLog log = open(new ArrayList<>(), 10);
        log.close();
        assertThatThrownBy(() -> log.append(List.of(bytes("one")))).isInstanceOf(IOException.class);
    }

    @Test
    void otherFilesInTheFolderAreLeftAlone() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "mine");
        try (SegmentedLog log = open(new ArrayList<>(), 10)) {
            log.append(List.of(bytes("one")));
        }
        assertThat(folder.resolve("notes.txt")).hasContent("mine");
    }

    private SegmentedLog open(List<String> seen, int segmentBytes) throws IOException {
        return SegmentedLog.open(
                folder,
                segmentBytes,
                (place, payload) -> seen.add(new String(payload, StandardCharsets.UTF_8)),
                Disk.SYSTEM,
                null);
    }

    private List<String> contents() throws IOException {
        List<String> seen = new ArrayList<>();
        open(seen, 1 << 20).close();
        return seen;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
