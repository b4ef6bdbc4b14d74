package io.outrider.agent.operator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.operator.api.LocalUnit;
import io.outrider.api.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Client of a daemon that responds, hangs, or is another program. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class LocalClientTest {
    private static final int ALIVE_MILLIS = 300;

    @TempDir
    private Path directory;

    private LocalClient client(int port, Path... sockets) {
        DaemonEndpoint place =
                new DaemonEndpoint("127.0.0.1", port, List.of(directory.resolve("token")), List.of(sockets));
        return new LocalClient(place, ALIVE_MILLIS);
    }

    private static ServerSocket port() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static void fails(LocalClient client, String code, String... sentences) {
        for (RequestCall call : List.<RequestCall>of(
                () -> client.get("/status"),
                () -> client.ask("POST", "/reload"),
                () -> client.execute("toy.rpm", List.of(), Map.of(), progress -> {}),
                () -> client.follow("", () -> {}, (event, data) -> {}))) {
            assertThatThrownBy(call::run).isInstanceOfSatisfying(Failure.class, e -> {
                assertThat(e.code()).isEqualTo(code);
                assertThat(e.getMessage()).contains(sentences).doesNotContain("Exception", "timed out");
            });
        }
    }

    /** One request. */
    @FunctionalInterface
    private interface RequestCall {
        void run() throws Failure;
    }

    @Test
    void aFrozenDaemonIsReportedAfterTheFirstTimeout() throws Exception {
        try (ServerSocket frozen = port()) {
            fails(
                    client(frozen.getLocalPort()),
                    "DAEMON_LOST",
                    "does not answer within 0.3 s",
                    "its process id (as root, ss -ltnp sport = :" + frozen.getLocalPort(),
                    "systemctl restart outrider");
        }
    }

    @Test
    void aFrozenDaemonBehindItsSocketIsReported() throws Exception {
        Path socket = directory.resolve("frozen.sock");
        try (ServerSocketChannel frozen = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                ServerSocket port = port()) {
            frozen.bind(UnixDomainSocketAddress.of(socket));
            fails(client(port.getLocalPort(), socket), "DAEMON_LOST", "does not answer within 0.3 s");
        }
    }

    private static CompletableFuture<Void> saying(ServerSocket port, String text) {
        return CompletableFuture.runAsync(() -> {
            while (!port.isClosed()) {
                try (Socket socket = port.accept()) {
                    socket.getInputStream().read();
                    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // closed, or it has gone
                }
            }
        });
    }

    @Test
    void ofAFileThatHoldsNoTokenNothingIsSent() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "s3cret-password\n");
        Files.createSymbolicLink(directory.resolve("token"), secret);
        try (ServerSocket port = port()) {
            CompletableFuture<String> head = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = port.accept()) {
                    byte[] begin = new byte[10_000];
                    int length = socket.getInputStream().read(begin);
                    return new String(begin, 0, length, StandardCharsets.US_ASCII);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThatThrownBy(() -> client(port.getLocalPort()).get("/status")).isInstanceOf(Failure.class);
            assertThat(head.get(20, TimeUnit.SECONDS)).startsWith("GET ").doesNotContain("s3cret", "Authorization");
        }
    }

    @Test
    void anotherProgramOnThePortIsReported() throws Exception {
        for (String other : List.of(
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/1.1 200 OK\r\n\r\n<html>",
                "HTTP/1.1 200 OK\r\n\r\n{}",
                "HTTP/1.1 404 No\r\n\r\n{}")) {
            ServerSocket port = port();
            CompletableFuture<Void> server = saying(port, other);
            fails(client(port.getLocalPort()), "DAEMON_LOST", "port " + port.getLocalPort() + " is no outrider daemon");
            port.close();
            server.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aClosedConnectionIsReportedAsLost() throws Exception {
        ServerSocket port = port();
        CompletableFuture<Void> server = saying(port, "");
        fails(client(port.getLocalPort()), "DAEMON_LOST", "the daemon ended the connection", "try again");
        port.close();
        server.get(20, TimeUnit.SECONDS);
        fails(client(port.getLocalPort()), "NOT_RUNNING", "systemctl start outrider");
    }

    @Test
    void theErrorOfABusyDaemonIsPassedOn() throws Exception {
        ServerSocket port = port();
        CompletableFuture<Void> server = saying(
                port,
                "HTTP/1.1 503 Busy\r\n\r\n{\"error\":\"other connections needed the place; try again\",\"code\":\"BUSY\","
                        + "\"actor\":\"caller\"}");
        fails(client(port.getLocalPort()), "BUSY", "other connections needed the place; try again");
        port.close();
        server.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aCallMayLastLongerThanTheFirstTimeout() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory)) {
            CompletableFuture<Object> value = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    value.complete(client(unit.port())
                            .execute("toy.wait", List.of(), Map.of(), progress -> {})
                            .value());
                } catch (Failure e) {
                    value.completeExceptionally(e);
                }
            });
            caller.start();
            assertThat(unit.toy.begun.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            caller.join(2 * ALIVE_MILLIS); // it goes on all the while
            assertThat(value).isNotDone();
            unit.toy.go.countDown();
            assertThat(value.get(20, TimeUnit.SECONDS)).hasToString("\"went on\"");
            caller.join();
        }
    }

    @Test
    void theSocketIsPreferredToThePort() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory);
                ServerSocket other = port()) {
            Path socket = LocalSettings.socketIn(directory, unit.port());
            assertThat(client(other.getLocalPort(), directory.resolve("none.sock"), socket)
                            .get("/status")
                            .path("unit_id")
                            .asText())
                    .isEqualTo("u-1");
        }
    }

    @Test
    void staleSocketsAreSkipped() throws Exception {
        Path stale = directory.resolve("stale.sock");
        try (ServerSocketChannel former = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            former.bind(UnixDomainSocketAddress.of(stale));
        }
        assertThat(stale).exists();
        Path noSocket = Files.writeString(directory.resolve("file.sock"), "");
        try (LocalUnit unit = new LocalUnit(directory)) {
            assertThat(client(unit.port(), stale, noSocket)
                            .get("/status")
                            .path("unit_id")
                            .asText())
                    .isEqualTo("u-1");
        }
        fails(client(1, stale), "NOT_RUNNING", "port 1");
    }
}
