package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scan of files that no crash leaves. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileFileTest {
    private static final int SEGMENT = 1 << 18;

    @TempDir
    Path folder;

    private final List<Integer> readLengths = new ArrayList<>(); // payload lengths

    private SegmentedLog open() throws IOException {
        readLengths.clear();
        return SegmentedLog.open(
                folder, SEGMENT, (position, payload) -> readLengths.add(payload.length), Disk.SYSTEM, null);
    }

    private Path file(int number) {
        return folder.resolve("000000000000000" + number + ".log");
    }

    private void append(int... lengths) throws IOException {
        try (SegmentedLog log = open()) {
            for (int each : lengths) {
                log.append(List.of(new byte[each]));
            }
        }
    }

    @Test
    void aHugeSparseFileIsReadUpToTheEndOfItsSoundPart() throws IOException {
        append(SEGMENT, 10);
        for (int number = 1; number <= 2; number++) {
            try (RandomAccessFile file = new RandomAccessFile(file(number).toFile(), "rw")) {
                file.setLength(20L << 30);
            }
        }
        try (SegmentedLog log = open()) {
            assertThat(readLengths).containsExactly(SEGMENT, 10);
            assertThat(log.damaged()).isEqualTo(2);
            log.append(List.of(new byte[11]));
            log.drop(1);
        }
        try (SegmentedLog log = open()) {
            assertThat(readLengths).containsExactly(10, 11);
            assertThat(log.bytes()).isLessThan(100);
        }
    }

    @Test
    void anAppendMayExceedTheScanWindow() throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        Random random = new Random(3);
        int[] lengths = random.ints(40, 1, SegmentedLog.MAX_RECORD_BYTES + 1).toArray();
        for (int each : lengths) {
            byte[] bytes = new byte[each];
            random.nextBytes(bytes);
            payloads.add(bytes);
        }
        try (SegmentedLog log = open()) {
            log.append(payloads);
        }
        try (SegmentedLog log = open()) {
            assertThat(readLengths)
                    .containsExactly(Arrays.stream(lengths).boxed().toArray(Integer[]::new));
            assertThat(log.damaged()).isZero();
        }
    }

    @Test
    void aCorruptRecordOfMaximumSizeCostsNoOther() throws IOException {
        append(5, SegmentedLog.MAX_RECORD_BYTES);
        try (SegmentedLog log = open()) {
            log.append(List.of(new byte[SEGMENT])); // rolls, so the first file is complete
        }
        byte[] all = Files.readAllBytes(file(1));
        byte[] more = ByteBuffer.allocate(all.length * 2).put(all).put(all).array();
        more[20] ^= 1;
        Files.write(file(1), more);
        try (SegmentedLog log = open()) {
            assertThat(readLengths).containsExactly(5, 5, SegmentedLog.MAX_RECORD_BYTES, SEGMENT);
            assertThat(log.damaged()).isEqualTo(1);
        }
    }

    @Test
    void bytesThatLookLikeLengthsDoNotSlowDownTheScan() throws IOException {
        append(SEGMENT, 10);
        byte[] hostile = new byte[8 << 20];
        ByteBuffer buffer = ByteBuffer.wrap(hostile);
        while (buffer.remaining() >= 4) {
            buffer.putInt(0x000E0E0E); // length of nearly a MiB at every fourth byte
        }
        Files.write(file(1), hostile);
        long from = System.nanoTime();
        try (SegmentedLog log = open()) {
            assertThat(readLengths).containsExactly(10);
            assertThat(log.damaged()).isEqualTo(1);
        }
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from))
                .isLessThan(TimeoutFactor.scaledSeconds(10));
    }
}
