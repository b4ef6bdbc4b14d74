package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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
    void theSocketOfContainersWantsATokenEvenWhereNobodyElseNeedsOne() throws Exception {
        Path socket = directory.resolve("local/containers/api.sock");
        for (LocalSettings settings : List.of(LocalUnit.CLOSED, LocalUnit.OPEN)) {
            try (LocalUnit unit = new LocalUnit(directory, settings)) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                        .isEqualTo("rw-rw-rw-");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
                        .isEqualTo("rwxr-xr-x");
                Curl.CurlResponse none = Curl.run("--unix-socket", socket.toString(), "http://localhost/status");
                assertThat(none.status()).isEqualTo(401);
                assertThat(none.body()).contains("OUTRIDER_TOKEN");
                String token = "Authorization: Bearer " + unit.clients.token("app");
                assertThat(Curl.run("--unix-socket", socket.toString(), "-H", token, "http://localhost/status")
                                .status())
                        .isEqualTo(200);
            }
            assertThat(socket).doesNotExist();
        }
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
    @Announces("cannot open socket .*; its clients have the port")
    void withoutSocketThePortServes() throws Exception {
        Path deep = Files.createDirectories(directory.resolve("x".repeat(100)));
        try (LocalUnit unit = new LocalUnit(deep)) {
            assertThat(Curl.run("-H", "Authorization: Bearer " + unit.token(), unit.url() + "/status")
                            .body())
                    .contains("\"socket\":\"none\"");
        }
    }
}
