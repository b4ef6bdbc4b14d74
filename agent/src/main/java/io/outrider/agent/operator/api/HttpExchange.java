package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.wire.results.Result;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.zip.GZIPInputStream;

/** HTTP request with its response. */
final class HttpExchange {
    private static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";

    static final int LARGEST_BODY = 256 * 1024;

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(505, "HTTP Version Not Supported"));

    private final RequestHead head;
    private final BodyDecoder body;
    private final WritableByteChannel channel;
    private final ObjectMapper mapper;
    private final WriteTimeout writeTimeout;
    private final IntConsumer answered;
    private final Map<String, String> headers = new LinkedHashMap<>();

    /** @param answered called with the status */
    HttpExchange(
            RequestHead head,
            BodyDecoder body,
            WritableByteChannel channel,
            ObjectMapper mapper,
            WriteTimeout writeTimeout,
            IntConsumer answered) {
        this.head = head;
        this.body = body;
        this.channel = channel;
        this.mapper = mapper;
        this.writeTimeout = writeTimeout;
        this.answered = answered;
    }

    String path() {
        return head.path();
    }

    String query() {
        return head.query();
    }

    boolean accepts(String type) {
        String accept = head.first("accept");
        return accept != null && accept.contains(type);
    }

    /** Sets a header, also of an interim response; must be called before the response. */
    void header(String name, String value) {
        headers.put(name, value);
    }

    byte[] body() {
        return body.body();
    }

    void releaseBody() {
        body.release();
    }

    /** The body, decompressed if it is gzip, up to a limit in bytes. */
    byte[] unpackedBody(int largest) throws HttpError {
        String encoding = head.first("content-encoding");
        byte[] body = body();
        if (encoding == null || encoding.isBlank() || encoding.strip().equalsIgnoreCase("identity")) {
            return body;
        }
        if (!encoding.strip().equalsIgnoreCase("gzip")) {
            throw new HttpError(415, LocalApiErrors.BAD_ENCODING, "Content-Encoding: only gzip is understood, or none");
        }
        byte[] unpacked;
        try {
            unpacked = new GZIPInputStream(new ByteArrayInputStream(body)).readNBytes(largest + 1);
        } catch (IOException e) { // from memory, so the gzip data is invalid
            throw HttpError.badRequest("the body is no gzip, or damaged");
        }
        if (unpacked.length > largest) {
            throw HttpError.tooLarge(largest);
        }
        return unpacked;
    }

    void answerJson(int status, Object value) throws IOException {
        answer(status, JSON, mapper.writeValueAsBytes(value));
    }

    void answerText(int status, String type, String text) throws IOException {
        answer(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    void answerResult(int status, Result result) throws IOException {
        answer(status, JSON, result.size(Result.LOCAL), out -> result.writeTo(out, Result.LOCAL));
    }

    private void answer(int status, String type, byte[] body) throws IOException {
        answer(status, type, body.length, out -> out.write(body));
    }

    private interface BodyWriter {
        void to(OutputStream out) throws IOException;
    }

    private void answer(int status, String type, int length, BodyWriter body) throws IOException {
        answered.accept(status);
        header("Content-type", type);
        header("Content-length", Integer.toString(length));
        writeTimeout.keep(() -> {
            OutputStream out = out();
            out.write(responseHead(status, headers));
            if (!head.isHead()) {
                body.to(out);
            }
            out.flush();
        });
    }

    private OutputStream out() {
        return new BufferedOutputStream(Channels.newOutputStream(channel));
    }

    void refuse(HttpError refusal) throws IOException {
        refusal.headers().forEach(this::header);
        answerJson(refusal.status(), refusal.toJson());
    }

    Chunks begin(String type) throws IOException {
        answered.accept(200);
        header("Content-type", type);
        if (!head.old()) {
            header("Transfer-encoding", "chunked");
        }
        writeTimeout.keep(() -> Channels.newOutputStream(channel).write(responseHead(200, headers)));
        return new Chunks();
    }

    /** Chunked response: each write is a chunk. */
    final class Chunks extends OutputStream {
        private Chunks() {}

        /** @throws IOException if the client has gone, or has not read for too long */
        void write(String text) throws IOException {
            writeTimeout.keep(() -> write(text.getBytes(StandardCharsets.UTF_8)));
        }

        void line(Object value) throws IOException {
            writeTimeout.keep(() -> {
                OutputStream line = new BufferedOutputStream(this);
                mapper.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(line, value);
                line.write('\n');
                line.flush();
            });
        }

        void end() throws IOException {
            if (!head.old()) {
                writeTimeout.keep(() -> chunk(new byte[0], 0, 0));
            }
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length > 0) { // an empty chunk would end the response
                chunk(bytes, offset, length);
            }
        }

        private void chunk(byte[] bytes, int offset, int length) throws IOException {
            OutputStream out = out();
            if (!head.old()) {
                out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            }
            out.write(bytes, offset, length);
            if (!head.old()) {
                out.write('\r');
                out.write('\n');
            }
            out.flush();
        }
    }

    /** @param toHead true for a response to HEAD, which has no body */
    static byte[] whole(int status, Map<String, String> headers, byte[] json, boolean toHead) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-type", JSON);
        all.put("Content-length", Integer.toString(json.length));
        byte[] head = responseHead(status, all);
        byte[] whole = Arrays.copyOf(head, head.length + (toHead ? 0 : json.length));
        System.arraycopy(json, 0, whole, head.length, whole.length - head.length);
        return whole;
    }

    private static byte[] responseHead(int status, Map<String, String> headers) {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ").append(status).append(' ').append(REASONS.getOrDefault(status, "Other"));
        headers.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        return head.append("\r\nCache-control: no-store\r\nConnection: close\r\n\r\n")
                .toString()
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
