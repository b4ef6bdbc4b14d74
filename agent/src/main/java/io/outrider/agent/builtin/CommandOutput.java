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
 * Output of a command, of which the first megabyte is kept, or less if other results use the memory. Serialized as text
 * without the final newline; held as bytes. One thread.
 */
final class CommandOutput implements JsonSerializable {
    static final int MAX_BYTES = 1_000_000;

    private final Call call;
    private byte[] kept = new byte[8192];
    private int size;
    private long total;
    private boolean exhausted;

    CommandOutput(Call call) {
        this.call = call;
    }

    void add(byte[] bytes, int count) {
        total += count;
        int wanted = Math.min(count, MAX_BYTES - size);
        if (size + wanted > kept.length && !grow()) {
            wanted = kept.length - size;
        }
        System.arraycopy(bytes, 0, kept, size, wanted);
        size += wanted;
    }

    /** Doubles the array, by more than one read needs. */
    private boolean grow() {
        exhausted = exhausted || !call.reserve(kept.length);
        if (!exhausted) {
            kept = Arrays.copyOf(kept, 2 * kept.length);
        }
        return !exhausted;
    }

    private Reader text() {
        int end = size;
        while (end > 0 && Character.isWhitespace(kept[end - 1])) {
            end--;
        }
        return new InputStreamReader(new ByteArrayInputStream(kept, 0, end), StandardCharsets.UTF_8);
    }

    /** Marker after a truncated text. */
    private String marker() {
        return total == size
                ? ""
                : "\n… (cut: " + total + " bytes in all"
                        + (exhausted ? "; the results of other calls take the memory there is" : "") + ")";
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
            throw new UncheckedIOException(e); // never thrown in memory
        }
        return text + marker();
    }

    /** Concatenation of two readers. */
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
            // in memory only
        }
    }
}
