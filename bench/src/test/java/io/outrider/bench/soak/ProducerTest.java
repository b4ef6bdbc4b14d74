package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a stand-in for the daemon's local API that answers as each test wants. */
class ProducerTest {
    private final Ledger ledger = new Ledger("u", false);
    private final ConcurrentLinkedQueue<String> bodies = new ConcurrentLinkedQueue<>();
    private HttpServer standIn;
    private volatile int status = 200;
    private volatile String answer = "{\"accepted\":2,\"on_disk\":true}";

    @BeforeEach
    void open() throws IOException {
        standIn = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        standIn.createContext("/records", this::serve);
        standIn.start();
    }

    @AfterEach
    void close() {
        standIn.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        if (status > 0) {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private void postsSome() {
        try (Producer producer = new Producer(standIn.getAddress().getPort(), 3, 2, ledger)) {
            Await.until("three requests", () -> bodies.size() >= 3);
            assertThat(producer.lastError()).isNotNull();
        }
    }

    @Test
    void numbersRunOnFromRequestToRequest() {
        postsSome();
        assertThat(bodies.stream().toList().get(1))
                .contains("\"n\":3")
                .contains("\"n\":4")
                .contains("\"producer\":3");
    }

    @Test
    void whatIsOnTheDiskIsProduced() {
        postsSome();
        assertThat(ledger.sums().produced()).isEqualTo(2L * bodies.size());
        assertThat(ledger.sums().unanswered()).isZero();
    }

    @Test
    void whatIsNotOnTheDiskIsNotPromised() {
        answer = "{\"accepted\":2,\"on_disk\":false}";
        postsSome();
        assertThat(ledger.sums().produced()).isZero();
        assertThat(ledger.sums().unanswered()).isEqualTo(2L * bodies.size());
    }

    @Test
    void noAnswerDecidesNothingAndNothingIsPostedTwice() {
        status = 0;
        postsSome();
        assertThat(ledger.sums().produced()).isZero();
        assertThat(ledger.sums().unanswered()).isEqualTo(2L * bodies.size());
        assertThat(bodies).doesNotHaveDuplicates();
    }

    @Test
    void whatIsRefusedIsNeither() {
        status = 503;
        postsSome();
        assertThat(ledger.sums()).isEqualTo(Sums.NONE);
    }
}
