package io.outrider.agent.local;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.outrider.agent.results.Result;
import io.outrider.api.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.zip.GZIPInputStream;

/** One request and its answer. */
final class Request {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";

    /** More is no command. */
    static final int LARGEST_BODY = 256 * 1024;

    private final HttpExchange exchange;
    private final ObjectMapper mapper;
    private final Deadline deadline;
    private final IntConsumer answered;

    /** @param answered told the status */
    Request(HttpExchange exchange, ObjectMapper mapper, Deadline deadline, IntConsumer answered) {
        this.exchange = exchange;
        this.mapper = mapper;
        this.deadline = deadline;
        this.answered = answered;
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /** Without the slash at its end, which everybody forgets. */
    String path() {
        String path = exchange.getRequestURI().getPath();
        String named = path == null ? "" : path;
        return named.length() > 1 && named.endsWith("/") ? named.substring(0, named.length() - 1) : named;
    }

    /** What is behind the question mark, as it came; null if there is none. */
    String query() {
        return exchange.getRequestURI().getRawQuery();
    }

    Headers headers() {
        return exchange.getRequestHeaders();
    }

    boolean accepts(String type) {
        String accept = headers().getFirst("Accept");
        return accept != null && accept.contains(type);
    }

    /** Also on what follows; must be called before the answer. */
    void header(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    byte[] body() throws IOException, Refusal {
        return body(exchange.getRequestBody(), LARGEST_BODY);
    }

    private static byte[] body(InputStream in, int largest) throws IOException, Refusal {
        byte[] body = in.readNBytes(largest + 1);
        if (body.length > largest) {
            throw new Refusal(
                    413, Failure.Actor.CALLER, "TOO_LARGE", "a body of more than " + largest + " bytes is refused");
        }
        return body;
    }

    /** The body, unpacked if it is gzip; both at most so many bytes. */
    byte[] unpackedBody(int largest) throws IOException, Refusal {
        String encoding = headers().getFirst("Content-Encoding");
        byte[] body = body(exchange.getRequestBody(), largest);
        if (encoding == null || encoding.isBlank() || encoding.strip().equalsIgnoreCase("identity")) {
            return body;
        }
        if (!encoding.strip().equalsIgnoreCase("gzip")) {
            throw new Refusal(
                    415, Failure.Actor.CALLER, "BAD_ENCODING", "Content-Encoding: only gzip is understood, or none");
        }
        try {
            return body(new GZIPInputStream(new ByteArrayInputStream(body)), largest);
        } catch (IOException e) { // from memory: it is the packing
            throw Refusal.badRequest("the body is no gzip, or damaged");
        }
    }

    void answerJson(int status, Object value) throws IOException {
        answer(status, JSON, mapper.writeValueAsBytes(value));
    }

    void answerText(int status, String type, String text) throws IOException {
        answer(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What a caller on the unit gets of a result. */
    void answerResult(int status, Result result) throws IOException {
        answer(status, JSON, result.size(Result.LOCAL), out -> result.writeTo(out, Result.LOCAL));
    }

    private void answer(int status, String type, byte[] body) throws IOException {
        answer(status, type, body.length, out -> out.write(body));
    }

    /** Writes a body. */
    @FunctionalInterface
    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private void answer(int status, String type, int length, Writing body) throws IOException {
        answered.accept(status);
        header("Content-Type", type);
        header("Cache-Control", "no-store");
        deadline.keep(() -> {
            exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
            body.to(exchange.getResponseBody());
            exchange.close();
        });
    }

    void refuse(Refusal refusal) throws IOException {
        if (refusal.status() == 401) {
            header("WWW-Authenticate", "Bearer");
        }
        answerJson(refusal.status(), error(refusal.getMessage(), refusal.code(), refusal.actor()));
    }

    static Map<String, Object> error(String message, String code, Failure.Actor actor) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("error", message);
        error.put("code", code);
        error.put("actor", actor.name().toLowerCase(Locale.ROOT));
        return error;
    }

    /** Begins an answer that is written piece by piece. */
    Pieces begin(String type) throws IOException {
        answered.accept(200);
        header("Content-Type", type);
        header("Cache-Control", "no-store");
        deadline.keep(() -> exchange.sendResponseHeaders(200, 0));
        return new Pieces(exchange.getResponseBody());
    }

    /** An answer that goes on. */
    final class Pieces {
        private final OutputStream out;

        private Pieces(OutputStream out) {
            this.out = out;
        }

        /** @throws IOException if the client has gone, or has not read for too long */
        void write(String text) throws IOException {
            deadline.keep(() -> {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            });
        }

        void line(Object value) throws IOException {
            deadline.keep(() -> {
                mapper.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, value);
                out.write('\n');
                out.flush();
            });
        }

        void end() throws IOException {
            deadline.keep(out::close);
        }
    }
}
