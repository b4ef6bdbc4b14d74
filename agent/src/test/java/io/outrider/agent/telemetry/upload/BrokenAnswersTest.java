package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
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
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads to a server whose responses have a valid status line and a broken end. */
@Timeout(60)
class BrokenAnswersTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    @TempDir
    Path folder;

    /** Server that answers each request with one text, then closes, stays open, or repeats another text. */
    private static final class Server implements AutoCloseable {
        final ServerSocket listening;
        final List<String> requests = new CopyOnWriteArrayList<>();
        private final List<Socket> open = new CopyOnWriteArrayList<>();
        private final List<Thread> threads = new CopyOnWriteArrayList<>();
        private final String answer;
        private final boolean closes;
        private final String more;
        private final Thread thread = new Thread(this::accept, "server");

        Server(String answer, boolean closes) throws IOException {
            this(answer, closes, "");
        }

        Server(String answer, boolean closes, String more) throws IOException {
            this.answer = answer;
            this.closes = closes;
            this.more = more;
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            thread.start();
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = listening.accept();
                    open.add(client);
                    Thread each = new Thread(() -> serve(client), "server-connection");
                    threads.add(each);
                    each.start();
                }
            } catch (IOException e) {
                // closed
            }
        }

        /** Serves requests until the connection closes. */
        private void serve(Socket client) {
            try (client) {
                while (request(client.getInputStream())) {
                    client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    while (!more.isEmpty()) {
                        client.getOutputStream().write(more.getBytes(StandardCharsets.UTF_8));
                        LockSupport.parkNanos(10_000_000);
                    }
                    if (closes) {
                        return;
                    }
                }
            } catch (IOException e) {
                // closed by the client
            }
        }

        private boolean request(InputStream from) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = from.read();
                if (next < 0) {
                    return false;
                }
                head.append((char) next);
            }
            String length = head.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1");
            from.readNBytes(Integer.parseInt(length));
            requests.add(head.toString());
            return true;
        }

        String url() {
            return "http://127.0.0.1:" + listening.getLocalPort() + "/";
        }

        @Override
        public void close() throws Exception {
            listening.close();
            thread.join();
            for (Socket each : open) {
                each.close();
            }
            for (Thread each : threads) {
                each.join();
            }
        }
    }

    private static HttpsSink sink(String url) {
        return new HttpsSink(
                "unit-1", new UploadSettings("https", url, null, null, null, 50, null, null, null, null, null));
    }

    private static HttpsSink sink(String url, Duration longestRequest) {
        return new HttpsSink(
                "unit-1",
                new UploadSettings("https", url, null, null, null, 50, null, null, null, null, null),
                longestRequest);
    }

    private void arrivesOnce(String answer, boolean closes) throws Exception {
        try (Server server = new Server(answer, closes);
                Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(100);
            here.uploader.use(sink(server.url()));
            assertThat(here.uploader.flush(Duration.ofSeconds(30))).isTrue();
            assertThat(server.requests).hasSize(2);
            assertThat(here.uploader.counters.failures.sum()).isZero();
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
    @Tag("slow")
    void anAcceptedBatchIsNotSentAgainAfterABrokenBody(String answer) throws Exception {
        arrivesOnce(answer, true);
    }

    @ParameterizedTest
    @ValueSource(strings = {CHUNKED, CHUNKED + "5\r\nhel", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel"})
    @Tag("slow")
    void anAcceptedBatchIsNotSentAgainAfterAnEndlessBody(String answer) throws Exception {
        arrivesOnce(answer, false);
    }

    @Test
    void anAcceptedBatchIsNotSentAgainAfterALongBody() throws Exception {
        arrivesOnce("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + "x".repeat(300_000), false);
    }

    /** Java's client recurses for each of them. */
    @Test
    void endlessContinueResponsesEndTheRequest() throws Exception {
        try (Server server = new Server("HTTP/1.1 100 Continue\r\n\r\n".repeat(200_000), false);
                Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(10);
            here.uploader.use(sink(server.url(), Duration.ofMinutes(10)));
            Await.until("tried", () -> here.uploader.state().get("last_error") != null);
            assertThat(here.uploader.state().get("last_error"))
                    .isEqualTo("the server goes on to answer 100 (Continue) and nothing else");
        }
    }

    @Test
    void aResponseByteByByteEndsTheRequestAtTheTimeLimit() throws Exception {
        try (Server server = new Server("HTTP/1.1 200 ", true, "OK");
                Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(10);
            here.uploader.use(sink(server.url(), Duration.ofSeconds(1)));
            Await.until("tried", () -> here.uploader.state().get("last_error") != null);
            assertThat(here.uploader.state().get("last_error"))
                    .isEqualTo("the server's answer was not whole after 1 s");
        }
    }

    @Test
    void anAcceptedBatchIsNotSentAgainAfterASlowResponseHeader() throws Exception {
        try (Server server = new Server("HTTP/1.1 200 OK\r\nX: ", true, "x");
                Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(10);
            here.uploader.use(sink(server.url(), Duration.ofSeconds(1)));
            assertThat(here.uploader.flush(Duration.ofSeconds(30))).isTrue();
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void bytesThatNeverLeftDoNotCountInTheBudget() throws Exception {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }
        try (Uploading here = new Uploading(folder, 50, 3600, 1)) {
            here.put(100);
            for (String url : List.of("http://127.0.0.1:" + port + "/", "http://nobody.invalid/")) {
                long before = here.uploader.counters.failures.sum();
                here.uploader.use(sink(url));
                Await.until(url, () -> here.uploader.counters.failures.sum() > before + 1);
            }
            assertThat(here.budget.bytesToday()).isZero();
            assertThat(here.uploader.counters.bytes.sum()).isZero();
        }
    }

    @Test
    void bytesOfAFailedRequestCountInTheBudget() throws Exception {
        try (Server server = new Server("HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n", true);
                Uploading here = new Uploading(folder, 50, 3600, 1)) {
            here.put(100);
            here.uploader.use(sink(server.url()));
            Await.until("asked twice", () -> here.uploader.counters.failures.sum() > 1);
            assertThat(here.budget.bytesToday()).isPositive();
        }
    }
}
