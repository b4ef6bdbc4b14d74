package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits of request bodies: bytes each, bytes together, and memory of the parsed objects. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class LargeBodiesTest {
    private static final String EXECUTE = "/dongle/-/execute/";

    @TempDir
    private Path directory;

    private LocalUnit unit;
    private final List<Socket> sockets = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory, LocalUnit.OPEN);
    }

    @AfterEach
    void close() throws Exception {
        unit.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private String[] call(String body) throws IOException {
        Path file = Files.writeString(Files.createTempFile(directory, "body", ""), body);
        return new String[] {"-i", "-H", "Expect:", "--data-binary", "@" + file, unit.url() + EXECUTE};
    }

    /** Call of {@code toy.wait} with this many one-letter texts as arguments. */
    private static String waiting(int texts) {
        return "{\"command\":\"toy.wait\",\"other\":[" + "\"a\",".repeat(texts) + "1]}";
    }

    private void waitingBegan(int count) throws Exception {
        assertThat(unit.toy.begun.tryAcquire(count, 20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aBodyWithManyObjectsIsRefusedUntilOthersHaveEnded() throws Exception {
        unit.start(call(waiting(60_000)));
        waitingBegan(1);
        Curl.CurlResponse second = Curl.run(call(waiting(60_000)));
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.body()).contains("Retry-after: 1", "BUSY", "arguments of the calls that run");
        unit.start(call(waiting(100)));
        waitingBegan(1);
        unit.toy.go.countDown();
        for (Process client : unit.clients()) {
            assertThat(client.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                    .isTrue();
        }
        assertThat(Curl.run(call(waiting(60_000))).status()).isEqualTo(200);
    }

    @Test
    void aBodyAboveTheMemoryLimitIsRefusedForGood() throws Exception {
        Curl.CurlResponse answer = Curl.run(call("{\"command\":\"toy.rpm\",\"x\":[" + "[],".repeat(80_000) + "1]}"));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("too many values");
    }

    private Socket send(String text) throws IOException {
        Socket socket = new Socket("127.0.0.1", unit.port());
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
    }

    @Test
    void aBusyServerRefusesBeforeTheBodyIsSent() throws Exception {
        for (int i = 0; i < ExecuteEndpoint.MOST; i++) {
            unit.start(call(waiting(1)));
        }
        waitingBegan(ExecuteEndpoint.MOST);
        assertThat(answer(send(head(EXECUTE, 1000)))).contains(" 503 ", "Retry-after: 1", "calls are running already");
        unit.intake.disk = new CompletableFuture<>();
        String record = "{\"@t\":\"my.temp\",\"v\":1}";
        for (int i = 0; i < RecordsEndpoint.MOST; i++) {
            send(head("/records", record.length()) + record);
        }
        Await.until("all places are taken", () -> unit.intake.taken.size() == RecordsEndpoint.MOST);
        assertThat(answer(send(head("/records", 1000)))).contains(" 503 ", "Retry-after: 1", "clients add records");
        unit.intake.disk.complete(true);
    }

    @Test
    void aRefusedBodyIsNotRequested() throws Exception {
        String expecting =
                head(EXECUTE, HttpExchange.LARGEST_BODY + 1).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");
        assertThat(answer(send(expecting))).startsWith("HTTP/1.1 413 ");
        Socket right = send(head(EXECUTE, 21).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"));
        assertThat(new String(right.getInputStream().readNBytes(25), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        right.getOutputStream().write("{\"command\":\"toy.rpm\"}".getBytes(StandardCharsets.US_ASCII));
        assertThat(answer(right)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void anUnknownExpectationIsRefusedBeforeTheBodyIsSent() throws Exception {
        String expecting = head(EXECUTE, 21).replace("\r\n\r\n", "\r\nExpect: 200-ok\r\n\r\n");
        assertThat(answer(send(expecting)))
                .startsWith("HTTP/1.1 417 Expectation Failed")
                .contains("only 100-continue is understood");
        String inQuestion = "GET /status HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nExpect: more\r\n\r\n";
        assertThat(answer(send(inQuestion))).startsWith("HTTP/1.1 417 Expectation Failed");
    }

    @Test
    void stalledBodiesLoseTheirMemoryToOthers() throws Exception {
        for (int i = 0; i < 6; i++) {
            send(head("/records", RecordsEndpoint.LARGEST_BODY) + " ".repeat(600_000));
        }
        String record = "{\"@t\":\"my.temp\",\"v\":\"" + "x".repeat(500_000) + "\"}";
        Await.until("there is memory for a body again", () -> {
            try {
                return answer(send(head("/records", record.length()) + record)).startsWith("HTTP/1.1 200 ");
            } catch (IOException e) {
                return false; // refused while it was sent
            }
        });
    }
}
