package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile clients, after which the next valid request is served. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
class HostileClientsTest {
    private static final String HONEST = "POST /dongle/-/execute/ HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: 21\r\n\r\n{\"command\":\"toy.rpm\"}";

    private static final String HONEST_RECORD = "POST /records HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/x-ndjson\r\nContent-Length: 27\r\n\r\n{\"@t\":\"my.temp\",\"value\":1}\n";

    @TempDir
    private Path directory;

    private LocalUnit unit;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory, LocalUnit.OPEN);
    }

    @AfterEach
    void close() {
        unit.close();
    }

    private Socket send(byte[] bytes) throws IOException {
        Socket socket = new Socket("127.0.0.1", unit.port());
        socket.setSoTimeout(20_000);
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // refused while it was sent
        }
        return socket;
    }

    private Socket send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String answer(Socket socket) {
        try {
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private void isAlive() throws Exception {
        assertThat(Curl.run(unit.url() + "/status").status()).isEqualTo(200);
        assertThat(Curl.run("-d", "{\"command\":\"toy.rpm\"}", unit.url() + "/dongle/-/execute/")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n\r\n",
                "GET\r\n\r\n",
                "GET / HTTP/9.9\r\n\r\n",
                "GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET //../..// HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "\0\0\0\0\r\n\r\n",
                "\u0016\u0003\u0001\u0002\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
                "GET / HTTP/1.1\r\n: x\r\n\r\n",
                "POST /status HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "POST /status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "POST /dongle/-/execute HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n{}too much",
                "POST /dongle/-/execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
                "POST /dongle/-/execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nonsense\r\n\r\n{}",
                "POST /dongle/-/execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                        + "Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            })
    void malformedRequestsAreRefused(String text) throws Exception {
        try (Socket socket = send(text)) {
            socket.shutdownOutput();
            assertThat(answer(socket)).doesNotContain(" 500").doesNotContain(" 200");
        }
        isAlive();
    }

    @Test
    void hugeHeadersDoNotFillTheMemory() throws Exception {
        for (String head : List.of("GET / HTTP/1.1\r\nX: " + "x".repeat(4 << 20), "GET /" + "x".repeat(4 << 20))) {
            try (Socket socket = send(head)) {
                socket.shutdownOutput();
                answer(socket);
            } catch (IOException e) {
                // closed by the server, as expected
            }
        }
        StringBuilder many = new StringBuilder("GET / HTTP/1.1\r\nHost: localhost\r\n");
        for (int i = 0; i < 5_000; i++) {
            many.append("X-").append(i).append(": 1\r\n");
        }
        try (Socket socket = send(many.append("\r\n").toString())) {
            assertThat(answer(socket)).doesNotContain(" 200");
        }
        isAlive();
    }

    @Test
    @Tag("slow")
    void stalledClientsLoseOnlyTheirOwnConnection() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                slow.add(send(HONEST.substring(0, 1 + i * (HONEST.length() - 2) / 100)));
            }
            isAlive();
            for (Socket socket : slow) {
                assertThat(answer(socket)).doesNotContain(" 200");
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        isAlive();
    }

    @Test
    void emptyConnectionsDoNoHarm() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                silent.add(send(""));
            }
            isAlive();
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {HONEST, HONEST_RECORD})
    void randomlyCorruptedRequestsDoNoHarm(String honest) throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            byte[] bytes = honest.getBytes(StandardCharsets.ISO_8859_1);
            for (int spoilt = random.nextInt(6); spoilt >= 0; spoilt--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try (Socket socket = send(bytes)) {
                if (random.nextBoolean()) {
                    socket.shutdownOutput();
                    assertThat(answer(socket)).as("seed " + seed).doesNotContain("FAULT");
                }
            } catch (IOException e) {
                // closed by the server
            }
        }
        isAlive();
    }
}
