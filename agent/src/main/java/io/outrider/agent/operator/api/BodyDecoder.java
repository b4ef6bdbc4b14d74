package io.outrider.agent.operator.api;

import java.util.Arrays;
import java.util.concurrent.Semaphore;

/** Incremental decoder of a request's body, of known length or in chunks. One thread. */
final class BodyDecoder {
    private static final int LONGEST_LINE = 1024;
    private static final int FIRST = 2 * 1024;
    private static final byte[] NOTHING = {};

    private enum BodyState {
        SIZE,
        DATA,
        DATA_END,
        TRAILER,
        DONE
    }

    private final boolean chunked;
    private final int largest;
    private final Semaphore budget;
    private final StringBuilder line = new StringBuilder();
    private byte[] body = NOTHING;
    private int count;
    private BodyState state;
    private long left; // of the body or the current chunk

    /** @param budget bytes of memory for all bodies; {@link #release} returns those of this one */
    BodyDecoder(RequestHead head, int largest, Semaphore budget) throws HttpError {
        this.chunked = head.isChunked();
        this.largest = largest;
        this.budget = budget;
        this.left = head.bodyLength();
        this.state = chunked ? BodyState.SIZE : left > 0 ? BodyState.DATA : BodyState.DONE;
        if (left > largest) {
            throw HttpError.tooLarge(largest);
        }
    }

    boolean isDone() {
        return state == BodyState.DONE;
    }

    /** @return bytes consumed: fewer than given, before the end of the body, if the budget is exhausted */
    int feed(byte[] bytes, int offset, int length) throws HttpError {
        int at = offset;
        while (at < offset + length && state != BodyState.DONE) {
            if (state != BodyState.DATA) {
                character((char) (bytes[at] & 0xFF));
                at++;
                continue;
            }
            int taken = (int) Math.min(left, offset + length - at);
            if (!append(bytes, at, taken)) {
                return at - offset;
            }
            at += taken;
            left -= taken;
            if (left == 0) {
                state = chunked ? BodyState.DATA_END : BodyState.DONE;
            }
        }
        return length;
    }

    private boolean append(byte[] bytes, int offset, int length) {
        if (count + length > body.length) {
            long most = chunked ? largest : count + left;
            int wanted = (int) Math.min(most, Math.max(FIRST, Math.max(2L * body.length, count + length)));
            if (!budget.tryAcquire(wanted - body.length)) {
                return false;
            }
            body = Arrays.copyOf(body, wanted);
        }
        System.arraycopy(bytes, offset, body, count, length);
        count += length;
        return true;
    }

    private void character(char c) throws HttpError {
        if (c != '\n') {
            if (line.length() == LONGEST_LINE || state == BodyState.DATA_END && c != '\r') {
                throw badChunks();
            }
            line.append(c);
            return;
        }
        String text = line.toString().stripTrailing();
        line.setLength(0);
        switch (state) {
            case SIZE -> size(text);
            case DATA_END -> {
                if (!text.isEmpty()) {
                    throw badChunks();
                }
                state = BodyState.SIZE;
            }
            default -> state = text.isEmpty() ? BodyState.DONE : BodyState.TRAILER;
        }
    }

    private void size(String text) throws HttpError {
        if (!text.matches("[0-9A-Fa-f]{1,8}([ \\t]*;.*)?")) {
            throw badChunks();
        }
        left = Long.parseLong(text.split("[ \\t;]", 2)[0], 16);
        if (count + left > largest) {
            throw HttpError.tooLarge(largest);
        }
        state = left == 0 ? BodyState.TRAILER : BodyState.DATA;
    }

    private static HttpError badChunks() {
        return HttpError.badRequest("the body does not come in chunks as Transfer-Encoding: chunked says: each has its"
                + " length in hexadecimal digits before it, and the last has the length 0");
    }

    byte[] body() {
        if (count < body.length) {
            budget.release(body.length - count);
            body = Arrays.copyOf(body, count);
        }
        return body;
    }

    void release() {
        budget.release(body.length);
        body = NOTHING;
        count = 0;
    }
}
