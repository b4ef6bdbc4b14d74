package io.outrider.agent.builtin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import io.outrider.api.Call;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The output of a command, of which the first megabyte is kept, or less if results of other calls take the memory. It is
 * a text without the last line's end; while it is kept, it takes no more than its bytes. One thread.
 */
final class CommandOutput implements JsonSerializable {
    static final int MOST = 1_000_000;

    private final Call call;
    private byte[] kept = new byte[8192];
    private int size;
    private long all;
    private boolean refused;

    CommandOutput(Call call) {
        this.call = call;
    }

    void add(byte[] bytes, int count) {
        all += count;
        int wanted = Math.min(count, MOST - size);
        if (size + wanted > kept.length && !grow()) {
            wanted = kept.length - size;
        }
        System.arraycopy(bytes, 0, kept, size, wanted);
        size += wanted;
    }

    /** To twice as much, which is more than one read brings. */
    private boolean grow() {
        refused = refused || !call.reserve(kept.length);
        if (!refused) {
            kept = Arrays.copyOf(kept, 2 * kept.length);
        }
        return !refused;
    }

    private Reader text() {
        int end = size;
        while (end > 0 && Character.isWhitespace(kept[end - 1])) {
            end--;
        }
        return new InputStreamReader(new ByteArrayInputStream(kept, 0, end), StandardCharsets.UTF_8);
    }

    /** Note behind a text that is not whole. */
    private String marker() {
        return all == size
                ? ""
                : "\n… (cut: " + all + " bytes in all"
                        + (refused ? "; the results of other calls take the memory there is" : "") + ")";
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeString(new JoinedReader(text(), new StringReader(marker())), -1);
    }

    @Override
    public void serializeWithType(JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        serialize(json, provider);
    }

    @Override
    public String toString() {
        StringWriter text = new StringWriter(size);
        try {
            text().transferTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return text + marker();
    }

    /** One text behind the other. */
    private static final class JoinedReader extends Reader {
        private final Reader first;
        private final Reader second;

        private JoinedReader(Reader first, Reader second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public int read(char[] characters, int offset, int length) throws IOException {
            int read = first.read(characters, offset, length);
            return read >= 0 ? read : second.read(characters, offset, length);
        }

        @Override
        public void close() {
            // there is nothing to close in memory
        }
    }
}
