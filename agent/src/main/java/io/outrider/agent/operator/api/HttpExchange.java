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
import java.util.LinkedHashMap;
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

    /** The body, decompressed if it is gzip, up to a limit in bytes. */
    byte[] unpackedBody(int largest) throws HttpError {
        String encoding = head.first("content-encoding");
        byte[] body = body();
        if (encoding == null || encoding.isBlank() || encoding.strip().equalsIgnoreCase("identity")) {
            return body;
        }
        if (!encoding.strip().equalsIgnoreCase("gzip")) {
            throw HttpError.caller(
                    415, LocalApiErrors.BAD_ENCODING, "Content-Encoding: only gzip is understood, or none");
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
        writeTimeout.keep(() -> {
            OutputStream out = out();
            out.write(ResponseHead.head(status, headers, length));
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

    /** Starts a chunked response. */
    Chunks begin(String type) throws IOException {
        answered.accept(200);
        header("Content-type", type);
        long length = head.old() ? ResponseHead.UNTIL_THE_END : ResponseHead.CHUNKED;
        writeTimeout.keep(() -> Channels.newOutputStream(channel).write(ResponseHead.head(200, headers, length)));
        return new Chunks();
    }

    /** Chunked response. */
    final class Chunks {
        private Chunks() {}

        /** @throws IOException if the client has gone, or has not read for too long */
        void write(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            writeTimeout.keep(() -> piece(bytes, 0, bytes.length));
        }

        private void piece(byte[] bytes, int offset, int length) throws IOException {
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

        void line(Object value) throws IOException {
            writeTimeout.keep(() -> {
                OutputStream line = new BufferedOutputStream(new ChunkStream());
                mapper.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(line, value);
                line.write('\n');
                line.flush();
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
                piece(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (length > 0) { // an empty chunk would end the response
                    piece(bytes, offset, length);
                }
            }
        }
    }
}
