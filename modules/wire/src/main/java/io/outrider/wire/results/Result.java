package io.outrider.wire.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import io.outrider.api.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The JSON of a value, or as much of it as was kept. Within another value it is written as it is. Immutable; any thread.
 */
public final class Result implements JsonSerializable {
    /** Bytes of one result that leave the unit at most; see docs/commands.md, "Large results". */
    public static final int SENT = 128 * 1024;

    /** Bytes that a caller on the unit gets at most. */
    public static final int LOCAL = 1024 * 1024;

    /** Values of a result that records are made of: each may become one. */
    public static final int MOST_VALUES_OF_RECORDS = 8_000;

    /** Reader without bounds of its own: a result is bounded in bytes. */
    private static final ObjectMapper READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private final byte[] kept;
    private final long length;
    private final boolean counted;

    /**
     * @param kept the first bytes
     * @param length of the whole, in bytes
     * @param counted false if the whole has more bytes than that
     */
    Result(byte[] kept, long length, boolean counted) {
        this.kept = kept;
        this.length = length;
        this.counted = counted;
    }

    /** Result of a small value, such as an error. */
    public static Result of(Object value) {
        try {
            return ResultWriter.write(value, LOCAL);
        } catch (Failure e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** True if nothing was left out. */
    public boolean isWhole() {
        return counted && length == kept.length;
    }

    /** True if all of it is sent within so many bytes. */
    public boolean fits(int limit) {
        return isWhole() && length <= limit;
    }

    /** Bytes of the whole; of one that was not counted to its end, fewer. */
    public long length() {
        return length;
    }

    /** Values in it, as far as it was kept: those of lists and objects, which as a tree take many times their bytes. */
    public int values() {
        int values = 1;
        boolean text = false;
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] == '"') {
                text = !text;
            } else if (text && kept[i] == '\\') {
                i++;
            } else if (!text && (kept[i] == ',' || kept[i] == '[' || kept[i] == '{')) {
                values++;
            }
        }
        return values;
    }

    /** Bytes that it takes in memory. */
    public int weight() {
        return kept.length;
    }

    /** The first bytes as text, for people. */
    public String beginning() {
        return new String(kept, StandardCharsets.UTF_8);
    }

    /** Writes it, or {@linkplain ResultTruncation a part} if it is longer than the limit. */
    public void writeTo(OutputStream out, int limit) throws IOException {
        if (fits(limit)) {
            out.write(kept);
        } else {
            new ResultTruncation(kept, length, counted, limit).writeTo(out);
        }
    }

    /** Bytes that {@link #writeTo} writes. */
    public int size(int limit) {
        if (fits(limit)) {
            return kept.length;
        }
        BoundedOutput count = new BoundedOutput(0, Long.MAX_VALUE);
        try {
            writeTo(count, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a counter does not fail
        }
        return (int) count.length();
    }

    /** Result that has at most so many bytes; itself if it fits. */
    public Result within(int limit) {
        if (fits(limit)) {
            return this;
        }
        ByteArrayOutputStream sent = new ByteArrayOutputStream(limit);
        try {
            writeTo(sent, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return new Result(sent.toByteArray(), sent.size(), true);
    }

    /** Tree for callers on the unit; several times larger in memory. */
    public JsonNode tree() {
        try {
            return READER.readTree(within(LOCAL).kept);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it is JSON
        }
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeRawValue(within(LOCAL).beginning());
    }

    @Override
    public void serializeWithType(JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        serialize(json, provider);
    }

    /** Its JSON. */
    @Override
    public String toString() {
        return within(LOCAL).beginning();
    }
}
