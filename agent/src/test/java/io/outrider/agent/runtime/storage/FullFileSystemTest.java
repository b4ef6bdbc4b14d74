package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour on a real file system of 256 KiB that is full or becomes read-only. */
class FullFileSystemTest {
    @TempDir
    Path mount;

    private SmallFileSystem small;

    @BeforeEach
    void mountFileSystem() throws Exception {
        small = new SmallFileSystem(mount, 256);
    }

    @AfterEach
    void unmountFileSystem() throws Exception {
        if (small != null) {
            small.close();
        }
    }

    @Test
    void appendsFailOnAFullDiskUntilThereIsSpaceAgain() throws IOException {
        Path ballast = Files.write(mount.resolve("ballast"), new byte[100_000]);
        int kept = 0;
        try (SegmentedLog log =
                SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> {}, Disk.SYSTEM, null)) {
            try {
                while (true) {
                    log.append(List.of(new byte[5_000]));
                    kept++;
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> log.append(List.of(new byte[20_000]))).isInstanceOf(IOException.class);
            }
            Files.delete(ballast);
            log.append(List.of(new byte[20_000]));
            kept++;
        }
        assertThat(kept).isGreaterThan(10);
        assertThat(lengths()).hasSize(kept).last().isEqualTo(20_000);
    }

    @Test
    void aLogOnAReadOnlyDiskIsReadableAndLaterWritableAgain() throws Exception {
        try (SegmentedLog log =
                SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> {}, Disk.SYSTEM, null)) {
            log.append(List.of(new byte[1]));
        }
        small.setWritable(false);
        try (SegmentedLog log =
                SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> {}, Disk.SYSTEM, null)) {
            assertThatThrownBy(() -> log.append(List.of(new byte[2]))).isInstanceOf(IOException.class);
            small.setWritable(true);
            log.append(List.of(new byte[3]));
        }
        assertThat(lengths()).containsExactly(1, 3);
    }

    private List<Integer> lengths() throws IOException {
        List<Integer> lengths = new ArrayList<>();
        try (SegmentedLog log = SegmentedLog.open(
                mount.resolve("log"), 1 << 20, (at, bytes) -> lengths.add(bytes.length), Disk.SYSTEM, null)) {
            assertThat(log.damaged()).isZero();
        }
        return lengths;
    }
}
