package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Form and wording of HTTP errors. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class HttpErrorsTest {
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

    private String ask(String text) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", unit.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private void isRefused(String request, int status, String code) throws IOException {
        String answer = ask(request);
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("Content-type: application/json");
        assertThat(body(answer))
                .startsWith("{\"error\":\"")
                .endsWith(",\"code\":\"" + code + "\",\"actor\":\"caller\"}")
                .doesNotContain("Exception", "java", "<h1>");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /%zz, 400, BAD_REQUEST",
        "GET //status, 404, NO_SUCH_PATH",
        "GET /../status, 404, NO_SUCH_PATH",
        "GET status, 400, BAD_REQUEST",
        "BREW /, 405, BAD_METHOD",
        "HEAD /stream, 405, BAD_METHOD",
    })
    void anInvalidRequestTargetIsAnError(String line, int status, String code) throws Exception {
        String request = line + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        if (line.startsWith("HEAD")) {
            assertThat(ask(request)).startsWith("HTTP/1.1 " + status + " ").endsWith("\r\n\r\n");
        } else {
            isRefused(request, status, code);
        }
    }

    @Test
    void aBodyWithoutLengthOrWithBadChunksIsAnError() throws Exception {
        String post = "POST /records HTTP/1.1\r\nHost: localhost\r\n";
        isRefused(post + "Content-Length: abc\r\n\r\n", 400, "BAD_REQUEST");
        isRefused(post + "Content-Length: -1\r\n\r\n", 400, "BAD_REQUEST");
        isRefused(post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "BAD_REQUEST");
        isRefused(post + "Transfer-Encoding: chunked\r\n\r\n1\r\nabc", 400, "BAD_REQUEST");
        isRefused("\0\0\0\r\n\r\n", 400, "BAD_REQUEST");
        isRefused("GET / HTTP/3.1\r\n\r\n", 505, "BAD_VERSION");
    }

    @Test
    void aTooLongRequestGetsAResponseWhileItIsSent() throws Exception {
        String get = "GET / HTTP/1.1\r\nHost: localhost\r\n";
        isRefused(get + "X: " + "x".repeat(200_000) + "\r\n\r\n", 431, "HEADERS_TOO_LARGE");
        isRefused(get + "X: 1\r\n".repeat(5_000) + "\r\n", 431, "HEADERS_TOO_LARGE");
        isRefused("GET /" + "x".repeat(100_000) + " HTTP/1.1\r\n\r\n", 414, "ADDRESS_TOO_LONG");
        isRefused("GET /" + "x".repeat(9_000) + " HTTP/1.1\r\n\r\n", 414, "ADDRESS_TOO_LONG");
        String large = "POST /records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n";
        isRefused(large + " ".repeat(3_000_000), 413, "TOO_LARGE");
    }

    @Test
    void headIsServedAsGetWithoutBody() throws Exception {
        for (String path : new String[] {"/", "/status", "/metrics", "/dongle/devices/"}) {
            String answer = ask("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer)
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith("\r\n\r\n")
                    .containsPattern("Content-length: [1-9]");
        }
        unit.close();
        unit = new LocalUnit(directory);
        assertThat(ask("HEAD /status HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 401 ")
                .endsWith("\r\n\r\n");
    }

    @Test
    void theConnectionIsClosedAfterEachResponse() throws Exception {
        String get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assertThat(ask(get + get))
                .contains("\r\nConnection: close\r\n")
                .endsWith("{\"unit_id\":\"u-1\"}")
                .containsOnlyOnce("HTTP/1.1");
        assertThat(ask("\r\n\n" + get)).as("empty lines before it").startsWith("HTTP/1.1 200 ");
    }

    @Test
    void anHttp10ClientGetsNoChunks() throws Exception {
        String body = "{\"command\":\"toy.rpm\"}";
        String answer = ask("POST /dongle/-/execute/ HTTP/1.0\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        assertThat(answer).startsWith("HTTP/1.1 200 ").doesNotContain("chunked");
        assertThat(body(answer).lines().filter(line -> !line.isEmpty()))
                .hasSize(2)
                .allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }
}
