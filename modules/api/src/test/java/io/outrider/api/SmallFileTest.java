package io.outrider.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SmallFileTest {
    @TempDir
    Path folder;

    private static void refused(Path file, String why) {
        assertThatThrownBy(() -> SmallFile.read(file, 5))
                .isInstanceOfSatisfying(
                        IOException.class, e -> assertThat(IoReason.of(e)).isEqualTo(why));
    }

    @Test
    void aFileIsReadWholeOrNotAtAll() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "12345");
        assertThat(SmallFile.read(file, 5)).asString().isEqualTo("12345");
        Files.writeString(file, "123456");
        refused(file, "it has more than 5 bytes");
        assertThat(SmallFile.read(file)).hasSize(6);
    }

    @Test
    void aProcFileIsReadDespiteItsLengthOfZero() throws IOException {
        Path file = Path.of("/proc/sys/kernel/random/boot_id");
        assertThat(Files.size(file)).isZero();
        assertThat(SmallFile.read(file)).hasSize(37);
    }

    @Test
    void pipesDevicesAndFoldersAreRefusedWithoutBlocking() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        refused(pipe, "it is no regular file");
        refused(Path.of("/dev/zero"), "it is no regular file");
        refused(folder, "it is a directory");
        assertThatThrownBy(() -> SmallFile.check(pipe)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileIsReplacedWholeWithItsMode(boolean synced) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "a longer text");
        Files.writeString(folder.resolve("file.new"), "left by a power cut");
        SmallFile.replace(file, new byte[] {'n', 'e', 'w'}, PosixFilePermissions.fromString("rw-r-----"), synced);
        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aFileThatCannotBeReplacedRemains() throws IOException {
        Path occupied = Files.createDirectory(folder.resolve("occupied"));
        Path content = Files.createFile(occupied.resolve("content"));
        assertThatThrownBy(() ->
                        SmallFile.replace(occupied, new byte[1], PosixFilePermissions.fromString("rw-------"), false))
                .isInstanceOf(IOException.class);
        assertThat(content).exists();
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aMissingFilePassesTheCheckAndFailsTheRead() throws IOException {
        Path file = folder.resolve("none");
        SmallFile.check(file);
        assertThatThrownBy(() -> SmallFile.read(file)).isInstanceOf(NoSuchFileException.class);
    }
}
