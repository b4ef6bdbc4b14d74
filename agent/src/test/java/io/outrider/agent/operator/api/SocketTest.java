package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Unix socket beside the port. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class SocketTest {
    @TempDir
    private Path directory;

    private Path socket(LocalUnit unit) {
        return LocalSettings.socketIn(directory, unit.port());
    }

    @Test
    void theSocketServesAsThePortDoesForTheTokensGroup() throws Exception {
        Path socket;
        try (LocalUnit unit = new LocalUnit(directory)) {
            socket = socket(unit);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-rw----");
            assertThat(Files.getAttribute(socket, "unix:gid"))
                    .isEqualTo(Files.getAttribute(directory.resolve("token"), "unix:gid"));
            String file = socket.toString();
            assertThat(Curl.run("--unix-socket", file, "http://localhost/status")
                            .status())
                    .isEqualTo(401);
            Curl.CurlResponse status = Curl.run(
                    "--unix-socket", file, "-H", "Authorization: Bearer " + unit.token(), "http://localhost/status");
            assertThat(status.body()).contains("\"socket\":\"" + file + "\"");
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void aLeftOverSocketIsReplaced() throws Exception {
        int port;
        try (LocalUnit unit = new LocalUnit(directory)) {
            port = unit.port();
        }
        Path left = Files.writeString(LocalSettings.socketIn(directory, port), "left");
        try (LocalUnit unit = new LocalUnit(directory, port)) {
            assertThat(Curl.run("--unix-socket", left.toString(), "http://localhost/")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    @Announces("cannot open socket .*; the command line uses the port")
    void withoutSocketThePortServes() throws Exception {
        Path deep = Files.createDirectories(directory.resolve("x".repeat(100)));
        try (LocalUnit unit = new LocalUnit(deep)) {
            assertThat(Curl.run("-H", "Authorization: Bearer " + unit.token(), unit.url() + "/status")
                            .body())
                    .contains("\"socket\":\"none\"");
        }
    }
}
