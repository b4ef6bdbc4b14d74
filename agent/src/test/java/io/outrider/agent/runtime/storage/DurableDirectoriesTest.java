package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableDirectoriesTest {
    @TempDir
    Path root;

    @Test
    void makeCreatesAllParentsAndIsIdempotent() throws IOException {
        Path folder = root.resolve("a/b/c");
        DurableDirectories.make(folder);
        DurableDirectories.make(folder);
        DurableDirectories.force(folder);
        assertThat(folder).isDirectory();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void logFilesAreReadableByTheirOwnerOnly() throws IOException {
        try (SegmentedLog log =
                SegmentedLog.open(root.resolve("log"), 1000, (position, payload) -> {}, Disk.SYSTEM, null)) {
            log.append(List.of(new byte[] {1}));
        }
        try (Stream<Path> files = Files.list(root.resolve("log"))) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void anInterruptedThreadForcesAndStaysInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        DurableDirectories.make(root.resolve("x"));
        DurableDirectories.force(root.resolve("x"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(root.resolve("x")).isDirectory();
    }

    @Test
    void anErrorNamesWhatIsInPlaceOfTheFolder() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");
        assertThatThrownBy(() -> DurableDirectories.make(file.resolve("x")))
                .hasMessageContaining(file + " is a file, and a folder is needed there");
        Path link = Files.createSymbolicLink(root.resolve("link"), file);
        assertThatThrownBy(() -> DurableDirectories.make(link.resolve("x")))
                .hasMessageContaining(link + " is a symbolic link to " + file + ", where no folder is");
        assertThatThrownBy(() -> DurableDirectories.force(root.resolve("missing")))
                .isInstanceOf(IOException.class);
    }
}
