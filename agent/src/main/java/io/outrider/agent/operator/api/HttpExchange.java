package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.wire.results.Result;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.zip.GZIPInputStream;

/** HTTP request with its response. */
final class HttpExchange {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";

    /** Limit of a command's body, in bytes. */
    static final int LARGEST_BODY = 256 * 1024;

    private final RequestHead head;
    private final BodyDecoder body;
    private final WritableByteChannel channel;
    private final ObjectMapper mapper;
    private final WriteTimeout writeTimeout;
    private final IntConsumer answered;
    private final Map<String, String> headers = new LinkedHashMap<>();

    /**
     * @param channel of the response; blocking
     * @param answered called with the status
     */
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

    /** Raw query string; null if absent. */
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

    /** Frees the memory of the body after it has been parsed. */
    void releaseBody() {
        body.release();
    }

    private static byte[] body(InputStream in, int largest) throws IOException, HttpError {
        byte[] body = in.readNBytes(largest + 1);
        if (body.length > largest) {
            throw BodyDecoder.tooLarge(largest);
        }
        return body;
    }

    /** The body, decompressed if it is gzip, up to a limit in bytes. */
    byte[] unpackedBody(int largest) throws HttpError {
        String encoding = head.first("content-encoding");
        byte[] body = body();
        if (encoding == null || encoding.isBlank() || encoding.strip().equalsIgnoreCase("identity")) {
            return body;
        }
        if (!encoding.strip().equalsIgnoreCase("gzip")) {
            throw new HttpError(
                    415, Failure.Actor.CALLER, "BAD_ENCODING", "Content-Encoding: only gzip is understood, or none");
        }
        try {
            return body(new GZIPInputStream(new ByteArrayInputStream(body)), largest);
        } catch (IOException e) { // from memory, so the gzip data is invalid
            throw HttpError.badRequest("the body is no gzip, or damaged");
        }
    }

    void answerJson(int status, Object value) throws IOException {
        answer(status, JSON, mapper.writeValueAsBytes(value));
    }

    void answerText(int status, String type, String text) throws IOException {
        answer(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a result, at most the size for local callers. */
    void answerResult(int status, Result result) throws IOException {
        answer(status, JSON, result.size(Result.LOCAL), out -> result.writeTo(out, Result.LOCAL));
    }

    private void answer(int status, String type, byte[] body) throws IOException {
        answer(status, type, body.length, out -> out.write(body));
    }

    /** Writer of a response body. */
    @FunctionalInterface
    private interface BodyWriter {
        void to(OutputStream out) throws IOException;
    }

    private void answer(int status, String type, int length, BodyWriter body) throws IOException {
        answered.accept(status);
        header("Content-type", type);
        if (status == 503) {
            header("Retry-after", "1");
        }
        writeTimeout.keep(() -> {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
            out.write(ResponseHead.head(status, headers, length));
            if (!head.isHead()) {
                body.to(out);
            }
            out.flush();
        });
    }

    private void write(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    void refuse(HttpError refusal) throws IOException {
        refusal.headers().forEach(this::header);
        answerJson(refusal.status(), refusal.toJson());
    }

    static Map<String, Object> error(String message, String code, Failure.Actor actor) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("error", message);
        error.put("code", code);
        error.put("actor", actor.name().toLowerCase(Locale.ROOT));
        return error;
    }

    /** Starts a chunked response. */
    Chunks begin(String type) throws IOException {
        answered.accept(200);
        header("Content-type", type);
        long length = head.old() ? ResponseHead.UNTIL_THE_END : ResponseHead.CHUNKED;
        writeTimeout.keep(() -> HttpExchange.this.write(ResponseHead.head(200, headers, length)));
        return new Chunks();
    }

    /** Chunked response. */
    final class Chunks {
        private Chunks() {}

        /** @throws IOException if the client has gone, or has not read for too long */
        void write(String text) throws IOException {
            writeTimeout.keep(() -> piece(text.getBytes(StandardCharsets.UTF_8)));
        }

        private void piece(byte[] bytes) throws IOException {
            HttpExchange.this.write(head.old() ? bytes : chunk(bytes));
        }

        private static byte[] chunk(byte[] piece) {
            byte[] size = (Integer.toHexString(piece.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            byte[] chunk = Arrays.copyOf(size, size.length + piece.length + 2);
            System.arraycopy(piece, 0, chunk, size.length, piece.length);
            chunk[chunk.length - 2] = '\r';
            chunk[chunk.length - 1] = '\n';
            return chunk;
        }

        void line(Object value) throws IOException {
            writeTimeout.keep(() -> {
                OutputStream out = new BufferedOutputStream(new ChunkStream());
                mapper.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, value);
                out.write('\n');
                out.flush();
            });
        }

        void end() throws IOException {
            if (!head.old()) {
                write("");
            }
        }

        /** Stream that writes chunks. */
        private final class ChunkStream extends OutputStream {
            @Override
            public void write(int one) throws IOException {
                piece(new byte[] {(byte) one});
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (length > 0) { // an empty chunk would end the response
                    piece(Arrays.copyOfRange(bytes, offset, offset + length));
                }
            }
        }
    }
}
