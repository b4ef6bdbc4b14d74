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

/** JSON of a value, or its beginning; serialized verbatim within other values. Immutable; any thread. */
public final class Result implements JsonSerializable {
    /** Limit in bytes of a result that leaves the unit; see docs/wire.md, "Returns". */
    public static final int SENT = 128 * 1024;

    /** Limit in bytes for callers on the unit. */
    public static final int LOCAL = 1024 * 1024;

    /** Limit of values in a result turned into records: each may become one. */
    public static final int MAX_VALUES_OF_RECORDS = 8_000;

    /** Without limits, since results are limited in bytes. */
    private static final ObjectMapper READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private final byte[] prefix;
    private final long length;
    private final boolean counted;

    /** @param counted false if the whole is longer than {@code length} */
    Result(byte[] prefix, long length, boolean counted) {
        this.prefix = prefix;
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

    public boolean isWhole() {
        return counted && length == prefix.length;
    }

    public boolean fits(int limit) {
        return isWhole() && length <= limit;
    }

    /** Length of the whole in bytes; a lower bound if it was not counted to its end. */
    public long length() {
        return length;
    }

    /** Number of values in the prefix, which take many times their bytes as a tree. */
    public int values() {
        int values = 1;
        boolean text = false;
        for (int i = 0; i < prefix.length; i++) {
            if (prefix[i] == '"') {
                text = !text;
            } else if (text && prefix[i] == '\\') {
                i++;
            } else if (!text && (prefix[i] == ',' || prefix[i] == '[' || prefix[i] == '{')) {
                values++;
            }
        }
        return values;
    }

    /** Memory in bytes. */
    public int weight() {
        return prefix.length;
    }

    public String beginning() {
        return new String(prefix, StandardCharsets.UTF_8);
    }

    /** Writes the result, or {@linkplain ResultTruncation a part} if it exceeds the limit. */
    public void writeTo(OutputStream out, int limit) throws IOException {
        if (fits(limit)) {
            out.write(prefix);
        } else {
            new ResultTruncation(prefix, length, counted, limit).writeTo(out);
        }
    }

    /** Number of bytes that {@link #writeTo} writes. */
    public int size(int limit) {
        if (fits(limit)) {
            return prefix.length;
        }
        BoundedOutput count = new BoundedOutput(0, Long.MAX_VALUE);
        try {
            writeTo(count, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot fail
        }
        return (int) count.length();
    }

    /** Result of at most this many bytes; itself if it fits. */
    public Result within(int limit) {
        if (fits(limit)) {
            return this;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(limit);
        try {
            writeTo(bytes, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot fail
        }
        return new Result(bytes.toByteArray(), bytes.size(), true);
    }

    /** Tree for callers on the unit; several times larger in memory. */
    public JsonNode tree() {
        try {
            return READER.readTree(within(LOCAL).prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // valid JSON
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

    @Override
    public String toString() {
        return within(LOCAL).beginning();
    }
}
