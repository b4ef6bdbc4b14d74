package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guarantees of the package under random appends, reopenings, failures, cuts and flipped bits. */
class SegmentedLogModelTest {
    private static final int HISTORIES = 50;

    @TempDir
    Path root;

    @Test
    @Tag("slow")
    void nothingAppendedIsLostAndNothingElseAppearsWhileTheDiskIsSound() throws IOException {
        long first = System.nanoTime();
        for (long seed = first; seed < first + HISTORIES; seed++) {
            Random random = new Random(seed);
            Path folder = root.resolve(Long.toString(seed));
            FailingDisk disk = new FailingDisk(random);
            List<Integer> expected = new ArrayList<>();
            int next = 0;
            for (int opening = 0; opening < 5; opening++) {
                List<Integer> read = new ArrayList<>();
                try (SegmentedLog log =
                        SegmentedLog.open(folder, 400, (at, bytes) -> read.add(number(bytes)), disk, null)) {
                    assertThat(read).as("seed %d, opening %d", seed, opening).isEqualTo(expected);
                    assertThat(log.damaged()).as("seed %d", seed).isZero();
                    for (int step = random.nextInt(30); step > 0; step--) {
                        disk.fails = random.nextInt(4) == 0;
                        List<byte[]> batch = new ArrayList<>();
                        List<Integer> numbers = new ArrayList<>();
                        for (int i = random.nextInt(4); i >= 0; i--) {
                            numbers.add(next);
                            batch.add(record(next++, random));
                        }
                        try {
                            List<LogPosition> positions = log.append(batch);
                            expected.addAll(numbers);
                            assertThat(log.read(positions.get(0))).isEqualTo(batch.get(0));
                        } catch (IOException e) {
                            assertThat(disk.fails).as("seed %d: %s", seed, e).isTrue();
                        }
                        if (random.nextInt(10) == 0 && log.oldest() >= 0) {
                            drop(log, folder, expected);
                        }
                    }
                    disk.fails = false; // the rest of a failed append is certain to be removed only by a working one
                    expected.add(next);
                    log.append(List.of(record(next++, random)));
                }
            }
        }
    }

    private static void drop(SegmentedLog log, Path folder, List<Integer> expected) throws IOException {
        long oldest = log.oldest();
        List<Integer> dropped = new ArrayList<>();
        SegmentedLog.open(
                        folder,
                        400,
                        (at, bytes) -> {
                            if (at.segment() == oldest) {
                                dropped.add(number(bytes));
                            }
                        },
                        Disk.SYSTEM,
                        null)
                .close();
        log.drop(oldest);
        expected.removeAll(dropped);
    }

    @Test
    void aCutFileHoldsAPrefixOfWhatWasWritten() throws IOException {
        long first = System.nanoTime();
        for (long seed = first; seed < first + HISTORIES; seed++) {
            Random random = new Random(seed);
            Path file = written(random, root.resolve(Long.toString(seed)), 1 << 20);
            byte[] all = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(all, random.nextInt(all.length + 1)));
            List<Integer> read = new ArrayList<>();
            try (SegmentedLog log = SegmentedLog.open(
                    file.getParent(), 1 << 20, (at, bytes) -> read.add(number(bytes)), Disk.SYSTEM, null)) {
                assertThat(log.damaged()).as("seed %d", seed).isZero();
                for (int i = 0; i < read.size(); i++) {
                    assertThat(read.get(i)).as("seed %d", seed).isEqualTo(i);
                }
                log.append(List.of(record(1_000_000, random)));
            }
            read.add(1_000_000);
            assertThat(numbers(file.getParent())).as("seed %d", seed).isEqualTo(read);
        }
    }

    @Test
    void eachFlippedBitCostsAtMostOneRecord() throws IOException {
        long first = System.nanoTime();
        for (long seed = first; seed < first + HISTORIES; seed++) {
            Random random = new Random(seed);
            Path folder = root.resolve(Long.toString(seed));
            written(random, folder, 500);
            List<Integer> before = numbers(folder);
            int flips = 1 + random.nextInt(4);
            for (int i = 0; i < flips; i++) {
                List<Path> files;
                try (var found = Files.list(folder)) {
                    files = found.sorted().toList();
                }
                Path file = files.get(random.nextInt(files.size()));
                byte[] all = Files.readAllBytes(file);
                all[random.nextInt(all.length)] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, all);
            }
            List<Integer> after = new ArrayList<>();
            try (SegmentedLog log =
                    SegmentedLog.open(folder, 500, (at, bytes) -> after.add(number(bytes)), Disk.SYSTEM, null)) {
                assertThat(log.damaged()).as("seed %d", seed).isLessThanOrEqualTo(flips);
                assertThat(log.damaged() > 0 || before.size() - after.size() <= flips)
                        .isTrue();
            }
            Set<Integer> lost = new HashSet<>(before);
            after.forEach(lost::remove);
            assertThat(lost.size()).as("seed %d", seed).isLessThanOrEqualTo(flips);
            assertThat(before).as("seed %d", seed).containsSubsequence(after);
        }
    }

    private static Path written(Random random, Path folder, int segmentBytes) throws IOException {
        try (SegmentedLog log = SegmentedLog.open(folder, segmentBytes, (at, bytes) -> {}, Disk.SYSTEM, null)) {
            for (int i = 0; i < 30; i++) {
                log.append(List.of(record(i, random)));
            }
        }
        return folder.resolve("0000000000000001.log");
    }

    private static List<Integer> numbers(Path folder) throws IOException {
        List<Integer> read = new ArrayList<>();
        SegmentedLog.open(folder, 1 << 20, (at, bytes) -> read.add(number(bytes)), Disk.SYSTEM, null)
                .close();
        return read;
    }

    /** A number, then random bytes or zeros, as in a header. */
    private static byte[] record(int number, Random random) {
        byte[] bytes = new byte[4 + random.nextInt(60)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            Arrays.fill(bytes, (byte) 0);
        }
        ByteBuffer.wrap(bytes).putInt(number);
        return bytes;
    }

    private static int number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }
}
