package io.outrider.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real file system of 256 KiB that is full, or that becomes read-only. Needs the right to mount. */
class FullFileSystemTest {
    @TempDir
    Path mount;

    private boolean mounted;

    @BeforeEach
    void mountIt() throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()) == 0;
        assumeTrue(mounted);
    }

    @AfterEach
    void unmountIt() throws Exception {
        if (mounted) {
            run("umount", "-l", mount.toString());
        }
    }

    @Test
    void aFullDiskRefusesAndTheLogGoesOnWhenThereIsSpaceAgain() throws IOException {
        Path ballast = Files.write(mount.resolve("ballast"), new byte[100_000]);
        int kept = 0;
        try (SegmentedLog log = SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> {})) {
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
    void aReadOnlyDiskCanBeOpenedAndReadAndWrittenWhenItCanBe() throws Exception {
        try (SegmentedLog log = SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> {})) {
            log.append(List.of(new byte[1]));
        }
        assumeTrue(run("mount", "-o", "remount,ro", mount.toString()) == 0);
        try (SegmentedLog log = SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> {})) {
            assertThatThrownBy(() -> log.append(List.of(new byte[2]))).isInstanceOf(IOException.class);
            run("mount", "-o", "remount,rw", mount.toString());
            log.append(List.of(new byte[3]));
        }
        assertThat(lengths()).containsExactly(1, 3);
    }

    private List<Integer> lengths() throws IOException {
        List<Integer> lengths = new ArrayList<>();
        try (SegmentedLog log =
                SegmentedLog.open(mount.resolve("log"), 1 << 20, (at, bytes) -> lengths.add(bytes.length))) {
            assertThat(log.damaged()).isZero();
        }
        return lengths;
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
