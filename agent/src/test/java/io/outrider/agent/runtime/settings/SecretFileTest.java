package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void place() {
        file = directory.resolve("secret");
    }

    private void write(String text, String mode) throws Exception {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------", "rw-r-----", "r--r-----"})
    void itIsReadWithoutTheNewlineAtItsEnd(String mode) throws Exception {
        write(" hunter 2 \n", mode);
        assertThat(SecretFile.read(file)).isEqualTo(" hunter 2 ");
        write("a\nb\r\n", mode.startsWith("rw") ? mode : "rw-------");
        assertThat(SecretFile.read(file)).isEqualTo("a\nb");
        SecretFile.check(file);
    }

    @ParameterizedTest
    @CsvSource({
        "rw-r--r--, is open to everybody (mode 0644); run: chmod 0640",
        "rwxrwxrwx, is open to everybody (mode 0777); run: chmod 0640",
        "rw-----w-, is open to everybody (mode 0602); run: chmod 0600",
        "rw------x, is open to everybody (mode 0601); run: chmod 0600",
        "rw-rw----, may be changed by its group (mode 0660); run: chmod g-w",
    })
    void unsafeModesAreRejected(String mode, String message) throws Exception {
        write("hunter2", mode);
        for (int twice = 0; twice < 2; twice++) {
            boolean read = twice == 0;
            assertThatThrownBy(() -> {
                        if (read) {
                            SecretFile.read(file);
                        } else {
                            SecretFile.check(file);
                        }
                    })
                    .isInstanceOf(Failure.class)
                    .hasMessage(file + ": " + message + " " + file)
                    .extracting("errorCode.name")
                    .isEqualTo("BAD_SECRET_FILE");
        }
    }

    @Test
    void anotherUsersFileIsNotTrusted() throws Exception {
        write("hunter2", "rw-------");
        int owner = (Integer) Files.getAttribute(file, "unix:uid");
        SecretFile.check(file, owner);
        if (owner == 0) { // only root gives files away
            SecretFile.check(file, 4711);
            Files.setAttribute(file, "unix:uid", 4711);
            assertThatThrownBy(() -> SecretFile.read(file))
                    .hasMessage(file + ": belongs to user 4711, who could change it; run: chown root " + file);
        } else {
            assertThatThrownBy(() -> SecretFile.check(file, owner + 1))
                    .hasMessage(file + ": belongs to user " + owner + ", who could change it; run: chown root " + file);
        }
    }

    @Test
    void filesWithoutASecretAreRejected() throws Exception {
        assertThatThrownBy(() -> SecretFile.read(file)).hasMessage(file + ": there is no such file");
        write("\n", "rw-------");
        assertThatThrownBy(() -> SecretFile.read(file)).hasMessage(file + ": is empty; write the secret into it");
        write("x".repeat(65_537), "rw-------");
        assertThatThrownBy(() -> SecretFile.read(file)).hasMessageContaining("has more than 65536 bytes");
        assertThatThrownBy(() -> SecretFile.read(directory)).hasMessageContaining("is a directory");
        Files.write(file, new byte[] {'a', (byte) 0xff});
        assertThatThrownBy(() -> SecretFile.read(file)).hasMessageContaining("is not UTF-8");
    }
}
