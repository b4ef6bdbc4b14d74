package io.outrider.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoErrorsTest {
    @TempDir
    Path folder;

    private static String told(ThrowingCallable action) {
        return IoErrors.plain(catchThrowableOfType(IOException.class, action));
    }

    @Test
    void whatThePersonIsToldNamesNoClass() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThat(told(() -> Files.readAllBytes(folder.resolve("none")))).isEqualTo("there is no such file or folder");
        assertThat(told(() -> Files.createDirectory(file))).isEqualTo("a file has this name already");
        assertThat(told(() -> Files.readAllBytes(folder))).isEqualTo("Is a directory");
        assertThat(told(() -> Files.list(file))).isEqualTo("it is no folder");
        assertThat(told(() -> Files.createFile(file.resolve("below")))).isEqualTo("Not a directory");
        assertThat(told(() -> Files.delete(folder))).isEqualTo("it is a folder that is not empty");
        assertThat(IoErrors.plain(new IOException("No space left on device"))).isEqualTo("No space left on device");
        assertThat(IoErrors.plain(new IOException())).isEqualTo("error of the disk");
    }
}
