package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Receiver of callbacks: keeps them, verifies their signatures, and refuses the first to a path that asks for it. */
final class WebhookReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Time that an answer takes; the sender may be killed in it. */
    private static final Duration ANSWER = Duration.ofMillis(20);

    /**
     * Callback that has come.
     *
     * @param nanos when it came
     */
    record Received(String path, String jid, String state, boolean genuine, boolean refused, long nanos) {}

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final String host;
    private final String token;
    private final BiConsumer<ServicePoint, String> reached;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /**
     * @param host address of this machine as the service reaches it
     * @param reached called with the path before and behind each answer
     */
    WebhookReceiver(String host, String token, BiConsumer<ServicePoint, String> reached) throws IOException {
        this.host = host;
        this.token = token;
        this.reached = reached;
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    String url(String path) {
        return "http://" + host + ":" + server.getAddress().getPort() + path;
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        JsonNode json = JSON.readTree(body);
        String state = json.path("state").asText();
        boolean first = received.stream().noneMatch(each -> each.path().equals(path));
        boolean refused = first && path.endsWith("/refused");
        received.add(new Received(
                path,
                json.path("jid").asText(),
                state,
                signature(body).equals(exchange.getRequestHeaders().getFirst("X-Request-Signature")),
                refused,
                System.nanoTime()));
        reached.accept(state.equals("TIMEOUT") ? ServicePoint.TIMEOUT_SENT : ServicePoint.CALLBACK_SENT, path);
        LockSupport.parkNanos(ANSWER.toNanos());
        exchange.sendResponseHeaders(refused ? 500 : 200, -1);
        exchange.close();
        reached.accept(refused ? ServicePoint.CALLBACK_REFUSED : ServicePoint.CALLBACK_ANSWERED, path);
    }

    private String signature(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    List<Received> of(String jid) {
        return received.stream().filter(each -> each.jid().equals(jid)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
