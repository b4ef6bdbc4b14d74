package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.TestImage;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local API in a container without a network, on the real engine, with the programs of the host as client. */
class LocalApiOnEngineTest {
    private static final String LINE = """
            while :; do
              /usr/bin/curl -s -w ' %{http_code}\\n' --unix-socket "${OUTRIDER_API#unix://}" -H "Authorization: Bearer $OUTRIDER_TOKEN" \
                http://localhost/status
              /usr/bin/curl -s -w ' %{http_code}\\n' --unix-socket "${OUTRIDER_API#unix://}" http://localhost/status
              echo x > /run/outrider/file && echo writable
              sleep 0.2
            done
            """;

    @TempDir
    private Path data;

    /** Server that knows one token; answers its name. */
    private static final class TokenServer implements AutoCloseable {
        private final ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        private final Thread thread = new Thread(this::serve, "token-server");
        private final String name;

        TokenServer(Path file, String name) throws IOException {
            this.name = name;
            Files.deleteIfExists(file);
            channel.bind(UnixDomainSocketAddress.of(file));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            thread.start();
        }

        private void serve() {
            while (channel.isOpen()) {
                try (SocketChannel client = channel.accept()) {
                    ByteBuffer request = ByteBuffer.allocate(4096);
                    while (!text(request).contains("\r\n\r\n") && client.read(request) >= 0) {
                        // until the head is there
                    }
                    boolean isKnown = text(request).contains("Authorization: Bearer fleet-app-1.0.1.0ff1ce\r\n");
                    String answer = "HTTP/1.1 " + (isKnown ? "200 OK" : "401 Unauthorized")
                            + "\r\nConnection: close\r\n\r\n" + name;
                    client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
                } catch (IOException e) {
                    // closed, by the test or by the client
                }
            }
        }

        private static String text(ByteBuffer bytes) {
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        }

        @Override
        public void close() throws IOException, InterruptedException {
            channel.close();
            thread.join();
        }
    }

    @Test
    void aContainerWithoutNetworkHasTheLocalApiWithItsTokenOnlyAlsoAfterARestartOfTheDaemon(@TempDir Path files)
            throws Exception {
        Path folder = Files.createDirectory(
                Path.of(data + "/api"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path socket = folder.resolve("api.sock");
        try (DockerDaemon daemon = DockerDaemon.open();
                DockerRegistry registry = DockerRegistry.open(files);
                ReleaseUnit unit = new ReleaseUnit(data, daemon.socket(), Map.of())) {
            registry.push(TestImage.running("team/app:1"));
            unit.context.withLocalApi("http://127.0.0.1:9000", folder);
            unit.desire(project(
                    "fleet",
                    "1.0.1",
                    container(
                            "app",
                            registry.host() + "/team/app:1",
                            "local_api",
                            true,
                            "network_mode",
                            "none",
                            "command",
                            List.of("sh", "-c", LINE),
                            "user",
                            "4711",
                            "volumes",
                            List.of("/usr:/usr:ro", "/lib:/lib:ro", "/lib64:/lib64:ro"))));
            try (TokenServer first = new TokenServer(socket, "first")) {
                assertThat(unit.run(false).values()).containsOnlyNulls();
                Await.until("the first answers " + logs(unit), () -> logs(unit).contains("first 200\\nfirst 401"));
            }
            try (TokenServer second = new TokenServer(socket, "second")) {
                Await.until("the second answers " + logs(unit), () -> logs(unit).contains("second 200\\nsecond 401"));
            }
            assertThat(logs(unit)).doesNotContain("writable");
            assertThat(unit.changes(false)).as("it is as it should be").isEmpty();
        }
    }

    private static String logs(ReleaseUnit unit) throws Exception {
        return unit.call("docker.logs", Map.of("name", "fleet-app-1.0.1")).toString();
    }
}
