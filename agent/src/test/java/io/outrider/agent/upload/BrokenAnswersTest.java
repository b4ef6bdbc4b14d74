package io.outrider.agent.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server whose answers have a good first line, and no good end. */
@Timeout(60)
class BrokenAnswersTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    @TempDir
    Path folder;

    /** Answers each request with the same text; then closes, or leaves the connection open. */
    private static final class Server implements AutoCloseable {
        final ServerSocket listening;
        final List<String> requests = new CopyOnWriteArrayList<>();
        private final String answer;
        private final boolean closes;
        private final Thread thread = new Thread(this::serve, "server");

        Server(String answer, boolean closes) throws IOException {
            this.answer = answer;
            this.closes = closes;
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            thread.start();
        }

        private void serve() {
            List<Socket> open = new CopyOnWriteArrayList<>();
            try {
                while (true) {
                    Socket client = listening.accept();
                    open.add(client);
                    request(client.getInputStream());
                    answer(client);
                    if (closes) {
                        client.close();
                    }
                }
            } catch (IOException e) {
                // closed
            } finally {
                for (Socket each : open) {
                    try {
                        each.close();
                    } catch (IOException e) {
                        continue;
                    }
                }
            }
        }

        private void answer(Socket client) {
            try {
                client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // the unit reads no more of it, and has closed the connection
            }
        }

        private void request(InputStream from) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) from.read());
            }
            String length = head.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
            from.readNBytes(Integer.parseInt(length));
            requests.add(head.toString());
        }

        String url() {
            return "http://127.0.0.1:" + listening.getLocalPort() + "/";
        }

        @Override
        public void close() throws Exception {
            listening.close();
            thread.join();
        }
    }

    private static HttpsSink sink(String url) {
        return new HttpsSink(
                "unit-1", new UploadSettings("https", url, null, null, null, 50, null, null, null, null, null));
    }

    private void arrivesOnce(String answer, boolean closes) throws Exception {
        try (Server server = new Server(answer, closes);
                Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(100);
            here.uploader.use(sink(server.url()));
            assertThat(here.uploader.flush(Duration.ofSeconds(30))).isTrue();
            assertThat(server.requests).hasSize(2);
            assertThat(here.uploader.tally().failures.sum()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CHUNKED,
                CHUNKED + "5\r\nhel",
                CHUNKED + "zz\r\nhello\r\n",
                CHUNKED + "5\r\nhello\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.0 200 OK\r\n\r\nhel"
            })
    void whatTheServerHasTakenIsNotSentAgainThoughItsAnswerBreaksOff(String answer) throws Exception {
        arrivesOnce(answer, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {CHUNKED, CHUNKED + "5\r\nhel", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel"})
    void norThoughItsAnswerNeverEnds(String answer) throws Exception {
        arrivesOnce(answer, false);
    }

    @Test
    void norThoughItIsLong() throws Exception {
        arrivesOnce("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + "x".repeat(300_000), false);
    }

    @Test
    void whatNeverLeftCountsForNoBudget() throws Exception {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }
        try (Uploading here = new Uploading(folder, 50, 3600, 1)) {
            here.put(100);
            for (String url : List.of("http://127.0.0.1:" + port + "/", "http://nobody.invalid/")) {
                long before = here.uploader.tally().failures.sum();
                here.uploader.use(sink(url));
                Await.until(url, () -> here.uploader.tally().failures.sum() > before + 1);
            }
            assertThat(here.budget.bytesToday()).isZero();
            assertThat(here.uploader.tally().bytes.sum()).isZero();
        }
    }

    @Test
    void whatWasSentInVainCounts() throws Exception {
        try (Server server = new Server("HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n", true);
                Uploading here = new Uploading(folder, 50, 3600, 1)) {
            here.put(100);
            here.uploader.use(sink(server.url()));
            Await.until("asked twice", () -> here.uploader.tally().failures.sum() > 1);
            assertThat(here.budget.bytesToday()).isPositive();
        }
    }
}
