package io.outrider.agent.builtin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import io.outrider.api.Call;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Output of a command: the first megabyte, or less if other results use the memory, held as bytes. One thread. */
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

    private boolean grow() {
        exhausted = exhausted || !call.reserve(kept.length);
        if (!exhausted) {
            kept = Arrays.copyOf(kept, 2 * kept.length);
        }
        return !exhausted;
    }

    /** Without whitespace at the end. */
    private int length() {
        int length = size;
        while (length > 0 && Character.isWhitespace(kept[length - 1])) {
            length--;
        }
        return length;
    }

    private String marker() {
        return total == size
                ? ""
                : "\n… (cut: " + total + " bytes in all"
                        + (exhausted ? "; the results of other calls take the memory there is" : "") + ")";
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
        InputStream bytes = new SequenceInputStream(
                new ByteArrayInputStream(kept, 0, length()),
                new ByteArrayInputStream(marker().getBytes(StandardCharsets.UTF_8)));
        json.writeString(new InputStreamReader(bytes, StandardCharsets.UTF_8), -1);
    }

    @Override
    public void serializeWithType(JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        serialize(json, provider);
    }

    @Override
    public String toString() {
        return new String(kept, 0, length(), StandardCharsets.UTF_8) + marker();
    }
}
