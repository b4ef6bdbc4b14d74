package io.outrider.bench.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outrider.bench.fleet.FleetEnrolment.Login;
import io.outrider.bench.service.ServiceClient;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Commands to units by chance, at a steady rate, and the receiver of their callbacks. A round trip is from when the request was
 * due to when its callback came. Any thread.
 */
final class FleetCommands implements AutoCloseable {
    private static final int SENDERS = 8;

    private final ServiceClient client;
    private final List<Login> logins;
    private final Random random = new Random(1);
    private final HttpServer server;
    private final ExecutorService receivers = Executors.newFixedThreadPool(4);
    private final ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Map<Long, Long> begun = new ConcurrentHashMap<>();
    private final Latencies roundTrips = new Latencies();
    private final AtomicLong number = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private ScheduledFuture<?> sending;

    FleetCommands(ServiceClient client, List<Login> logins) throws IOException {
        this.client = client;
        this.logins = logins;
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(receivers);
        server.createContext("/", this::received);
        server.start();
    }

    void start(int perSecond) {
        sending = timer.scheduleAtFixedRate(this::send, 0, 1_000_000 / perSecond, TimeUnit.MICROSECONDS);
    }

    /** Ends sending, and waits for the callbacks. */
    void stop(Duration longest) {
        sending.cancel(false);
        Await.until("every callback has come", longest, begun::isEmpty);
    }

    private void send() {
        long begin = System.nanoTime();
        long each = number.incrementAndGet();
        Login target = logins.get(random.nextInt(logins.size()));
        begun.put(each, begin);
        senders.execute(() -> {
            try {
                client.post(
                        "/dongle/devices/" + target.device() + "/execute/",
                        "{\"command\": \"test.ping\", \"callback_url\": \"http://127.0.0.1:%d/%d\","
                                        .formatted(server.getAddress().getPort(), each)
                                + " \"callback_timeout\": 60}");
            } catch (IOException e) {
                failed.incrementAndGet();
                begun.remove(each);
            }
        });
    }

    private void received(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        Long begin =
                begun.remove(Long.valueOf(exchange.getRequestURI().getPath().substring(1)));
        if (begin != null) {
            roundTrips.add(System.nanoTime() - begin);
        }
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    Latencies roundTrips() {
        return roundTrips;
    }

    /** Requests that were not accepted. */
    long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        senders.shutdownNow();
        server.stop(0);
        receivers.shutdownNow();
    }
}
