package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.api.ListeningSocket.ConnectionPhase;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class ExecuteEndpointTest {
    private static final String BODY = "{\"command\":\"toy.rpm\"}";
    private static final String REQUEST = "POST /x HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n"
            + "Content-Length: " + BODY.length() + "\r\n\r\n" + BODY;

    private final ExecutorService handlers = Executors.newCachedThreadPool();
    private final ExecutorService callers = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger served = new AtomicInteger();
    private final Functions functions = new Functions(new Binder(Json.mapper()), List.of(new ToyHttpModule()));
    private final ExecuteEndpoint execution = new ExecuteEndpoint(
            new DirectCalls(functions),
            new ExecuteRequest(Json.mapper(), () -> functions),
            callers,
            TimeUnit.MILLISECONDS.toNanos(10));
    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private ServerSocketChannel port;
    private HttpReactor reactor;

    @BeforeEach
    void open() throws IOException {
        WriteTimeout deadline = new WriteTimeout(timer, TimeUnit.SECONDS.toNanos(5));
        port = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        long minute = TimeUnit.MINUTES.toNanos(1);
        ListeningSocket listener = new ListeningSocket(
                port,
                false,
                new ConnectionPhase(9, minute),
                new ConnectionPhase(9, minute),
                new ConnectionPhase(9, minute),
                new Semaphore(1 << 20),
                new Semaphore(1 << 20));
        reactor = new HttpReactor(List.of(listener), new Serving(deadline), handlers, Ticker.system());
    }

    /** Handler that executes each request. */
    private final class Serving implements HttpReactor.RequestHandler {
        private final WriteTimeout deadline;

        private Serving(WriteTimeout deadline) {
            this.deadline = deadline;
        }

        @Override
        public HttpReactor.RequestAdmission admit(RequestHead head, boolean ofContainers) {
            return HttpReactor.RequestAdmission.withBody(
                    HttpExchange.LARGEST_BODY, request -> execution.serve(request, false));
        }

        @Override
        public void serve(PendingConnection connection) {
            HttpExchange request = new HttpExchange(
                    connection.head, connection.body, connection.channel, Json.mapper(), deadline, status -> {});
            try {
                connection.admission.endpoint().serve(request);
            } catch (HttpError e) {
                refusals.add(e.status() + " " + e.toJson().get("code"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // the client has gone
            } finally {
                served.incrementAndGet();
            }
        }

        @Override
        public byte[] refusal(HttpError refusal, boolean toHead) {
            throw new AssertionError(refusal);
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        reactor.close();
        for (ExecutorService each : List.of(handlers, callers, timer)) {
            each.shutdownNow();
            assertThat(each.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private Socket send() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), port.socket().getLocalPort());
        socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void aCallDuringTheShutdownGetsAnError() throws Exception {
        callers.shutdown();
        try (Socket late = send()) {
            Await.until("it is told", () -> refusals.equals(List.of("503 STOPPING")));
        }
        assertThat(execution.running()).isZero();
    }

    @Test
    void aResetBeforeTheCallReleasesTheSlot() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        callers.execute(() -> {
            try {
                busy.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < ExecuteEndpoint.MOST; i++) {
            Socket socket = send();
            Await.until("the call waits for its thread", () -> execution.running() > 0);
            socket.setSoLinger(true, 0);
            socket.close();
            int ended = i + 1;
            Await.until("the server has noticed", () -> served.get() == ended);
            assertThat(execution.running()).isZero();
        }
        busy.countDown();
        try (Socket honest = send()) {
            assertThat(new String(honest.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .endsWith(" 200");
        }
        Await.until("the place is free again", () -> execution.running() == 0);
    }
}
