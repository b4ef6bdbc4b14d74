package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoReasonTest {
    @TempDir
    private Path folder;

    @Test
    void systemErrorsAreReportedWithoutJavaClassNames() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(reason(() -> Files.readString(folder.resolve("none"))))
                .isEqualTo("there is no such file or directory");
        assertThat(reason(() -> Files.createDirectory(file))).isEqualTo("there is a file of this name already");
        assertThat(reason(() -> Files.list(file).close())).isEqualTo("it is no directory");
        assertThat(reason(() -> Files.readString(folder))).isEqualTo("Is a directory");
        assertThat(reason(() -> Files.readString(file.resolve("below")))).isEqualTo("Not a directory");
        assertThat(IoReason.of(new AccessDeniedException("/x"))).isEqualTo("permission denied");
        assertThat(IoReason.of(new IOException("No space left on device"))).isEqualTo("No space left on device");
    }

    @Test
    void withoutAReasonNoClassIsNamed() {
        assertThat(IoReason.of(new FileSystemException("/x"))).isEqualTo("input or output failed");
        assertThat(IoReason.of(new IOException())).isEqualTo("input or output failed");
        assertThat(IoReason.of(new IOException(new IllegalStateException("x")))).isEqualTo("input or output failed");
        assertThat(IoReason.of(new IllegalStateException("java.lang.X"))).isEqualTo("it is not understood");
    }

    @Test
    void parserMessagesAreNotQuoted() throws IOException {
        assertThat(reason(() -> Json.mapper().readTree("{\"password\": hunter2}")))
                .isEqualTo("it is not understood");
        Path file = Files.write(folder.resolve("file"), new byte[] {(byte) 0xff});
        assertThat(reason(() -> Files.readString(file))).isEqualTo("it is not UTF-8");
        assertThat(IoReason.of(new UncheckedIOException(new IOException("No space left on device"))))
                .isEqualTo("No space left on device");
    }

    private interface FileAccess {
        void run() throws IOException;
    }

    private static String reason(FileAccess reading) {
        return IoReason.of(catchThrowableOfType(IOException.class, reading::run));
    }
}
