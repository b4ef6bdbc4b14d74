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

/** One request and its answer. */
final class HttpExchange {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";

    /** More is no command. */
    static final int LARGEST_BODY = 256 * 1024;

    private final RequestHead head;
    private final BodyDecoder body;
    private final WritableByteChannel channel;
    private final ObjectMapper mapper;
    private final WriteTimeout deadline;
    private final IntConsumer answered;
    private final Map<String, String> headers = new LinkedHashMap<>();

    /**
     * @param channel takes the answer, and blocks
     * @param answered told the status
     */
    HttpExchange(
            RequestHead head,
            BodyDecoder body,
            WritableByteChannel channel,
            ObjectMapper mapper,
            WriteTimeout deadline,
            IntConsumer answered) {
        this.head = head;
        this.body = body;
        this.channel = channel;
        this.mapper = mapper;
        this.deadline = deadline;
        this.answered = answered;
    }

    String path() {
        return head.path();
    }

    /** What is behind the question mark, as it came; null if there is none. */
    String query() {
        return head.query();
    }

    boolean accepts(String type) {
        String accept = head.first("accept");
        return accept != null && accept.contains(type);
    }

    /** Also on what follows; must be called before the answer. */
    void header(String name, String value) {
        headers.put(name, value);
    }

    byte[] body() {
        return body.body();
    }

    /** The body has been understood, and its memory may be used by others. */
    void forgetBody() {
        body.release();
    }

    private static byte[] body(InputStream in, int largest) throws IOException, HttpError {
        byte[] body = in.readNBytes(largest + 1);
        if (body.length > largest) {
            throw BodyDecoder.tooLarge(largest);
        }
        return body;
    }

    /** The body, unpacked if it is gzip, to at most so many bytes. */
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
        } catch (IOException e) { // from memory: it is the packing
            throw HttpError.badRequest("the body is no gzip, or damaged");
        }
    }

    void answerJson(int status, Object value) throws IOException {
        answer(status, JSON, mapper.writeValueAsBytes(value));
    }

    void answerText(int status, String type, String text) throws IOException {
        answer(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes of a result that a caller on the unit gets. */
    void answerResult(int status, Result result) throws IOException {
        answer(status, JSON, result.size(Result.LOCAL), out -> result.writeTo(out, Result.LOCAL));
    }

    private void answer(int status, String type, byte[] body) throws IOException {
        answer(status, type, body.length, out -> out.write(body));
    }

    /** Writes a body. */
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
        deadline.keep(() -> {
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

    /** Begins an answer that is written piece by piece. */
    Pieces begin(String type) throws IOException {
        answered.accept(200);
        header("Content-type", type);
        long length = head.old() ? ResponseHead.UNTIL_THE_END : ResponseHead.CHUNKED;
        deadline.keep(() -> HttpExchange.this.write(ResponseHead.head(200, headers, length)));
        return new Pieces();
    }

    /** An answer that goes on. */
    final class Pieces {
        private Pieces() {}

        /** @throws IOException if the client has gone, or has not read for too long */
        void write(String text) throws IOException {
            deadline.keep(() -> piece(text.getBytes(StandardCharsets.UTF_8)));
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
            deadline.keep(() -> {
                OutputStream out = new BufferedOutputStream(new PieceStream());
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

        /** Stream whose writes are pieces of the answer. */
        private final class PieceStream extends OutputStream {
            @Override
            public void write(int one) throws IOException {
                piece(new byte[] {(byte) one});
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (length > 0) { // an empty piece is the end
                    piece(Arrays.copyOfRange(bytes, offset, offset + length));
                }
            }
        }
    }
}
