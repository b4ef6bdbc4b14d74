package io.outrider.agent.fleet.enrolment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outrider.testkit.ThrowAwayCa;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** Fleet service that issues certificates by openssl, valid for three days. */
public final class StubIssuer implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Requests: unit, secret, and the body. */
    public final List<String> requests = new CopyOnWriteArrayList<>();

    /** Answers that may be given. */
    public final Semaphore permits = new Semaphore(0);

    private final ThrowAwayCa ca;
    private final HttpServer server;
    private volatile String answer; // null for a certificate

    public StubIssuer(ThrowAwayCa ca) throws IOException {
        this.ca = ca;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/enrol/certificate/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode body = MAPPER.readTree(exchange.getRequestBody());
        String unit = exchange.getRequestHeaders().getFirst("unit-id");
        requests.add(unit + ", " + exchange.getRequestHeaders().getFirst("Authorization") + ": " + body);
        permits.acquireUninterruptibly();
        String text = answer != null
                ? answer
                : MAPPER.writeValueAsString(Map.of(
                        "certificate",
                        ca.granted(body.get("certificate_request").textValue(), unit, 3)));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(201, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Answers this from now on; null for certificates. */
    void answers(String text) {
        answer = text;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/enrol/certificate/";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
