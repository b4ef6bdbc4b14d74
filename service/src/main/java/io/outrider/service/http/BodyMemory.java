package io.outrider.service.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import io.outrider.service.database.AccountShares;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Memory of large bodies. Answers are complete before their clients take them: an answer has no error in its middle, and a slow
 * client holds no connection to the database; uploads are complete before they are parsed. Any thread.
 */
public final class BodyMemory {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, false);
    private static final byte[] OPENING = {'['};
    private static final byte[] SEPARATOR = {',', '\n'};
    private static final int BLOCK_BYTES = 64 << 10;
    private static final int MOST_BLOCKS = (64 << 20) / BLOCK_BYTES;

    private final AccountShares blocks;

    /** @param bytes of all bodies together; those of an account take half at most */
    public BodyMemory(long bytes) {
        int most = (int) (bytes / BLOCK_BYTES);
        blocks = new AccountShares(most, most / 2);
    }

    Body body(long account) {
        return new Body(account);
    }

    /**
     * Answers with what an action gives, as JSON. A change is refused before it is made, or answered: its answer is one object, which
     * then takes its room also where there is none.
     */
    void answer(Context request, long account, Supplier<Object> action) throws IOException {
        try (Body body = body(account)) {
            body.addBlock();
            body.isOfChange = !request.req().getMethod().equals("GET");
            MAPPER.writeValue(body, action.get());
            body.answer(request);
        }
    }

    /** Answers with an array, whose elements come one after the other as JSON. */
    void answerArray(Context request, long account, Consumer<Consumer<byte[]>> elements) throws IOException {
        try (Body body = body(account)) {
            elements.accept(body::addElement);
            body.write((body.written.isEmpty() ? "[]" : "]").getBytes(StandardCharsets.US_ASCII));
            body.answer(request);
        }
    }

    /** Body to write; one thread. */
    final class Body extends OutputStream {
        private final long account;
        private final List<byte[]> written = new ArrayList<>();
        private int free;
        private boolean isOfChange;

        private Body(long account) {
            this.account = account;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        /** @throws Problem if the body, or all bodies, would be too large */
        @Override
        public void write(byte[] from, int offset, int length) {
            int done = 0;
            while (done < length) {
                if (free == 0) {
                    addBlock();
                }
                int some = Math.min(free, length - done);
                System.arraycopy(from, offset + done, written.get(written.size() - 1), BLOCK_BYTES - free, some);
                free -= some;
                done += some;
            }
        }

        private void addBlock() {
            if (written.size() == MOST_BLOCKS) {
                throw Problem.queryTooLarge("the answer has more than " + (long) MOST_BLOCKS * BLOCK_BYTES
                        + " bytes; take a shorter period, or delete old releases");
            }
            if (!blocks.take(account, isOfChange)) {
                throw Problem.later(
                        ProblemCode.NOT_AVAILABLE,
                        "too many large answers or uploads are on their way; try again later",
                        Duration.ofSeconds(5));
            }
            written.add(new byte[BLOCK_BYTES]);
            free = BLOCK_BYTES;
        }

        private void addElement(byte[] json) {
            write(written.isEmpty() ? OPENING : SEPARATOR, 0, written.isEmpty() ? 1 : 2);
            write(json, 0, json.length);
        }

        private void answer(Context request) throws IOException {
            request.contentType("application/json");
            String encodings = request.header("Accept-Encoding");
            if (encodings != null && encodings.contains("gzip")) {
                writeTo(request.outputStream()); // compresses
            } else {
                request.res().setContentLengthLong((long) written.size() * BLOCK_BYTES - free);
                writeTo(request.res().getOutputStream());
            }
        }

        void writeTo(OutputStream to) throws IOException {
            for (int i = 0; i < written.size(); i++) {
                to.write(written.get(i), 0, BLOCK_BYTES - (i == written.size() - 1 ? free : 0));
            }
        }

        @Override
        public void close() {
            blocks.give(account, written.size());
            written.clear();
        }
    }
}
