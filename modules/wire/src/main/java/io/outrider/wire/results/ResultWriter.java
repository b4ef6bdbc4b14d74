package io.outrider.wire.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Failure;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writer of values as JSON that keeps a bounded number of bytes. What lies behind them is counted up to a further bound;
 * there the writing stops, so that neither memory nor time depends on the size of the value. Any thread.
 */
public final class ResultWriter {
    /** Lists and objects in each other: what the stack of a job's thread (512 KiB) holds in writing and reading. */
    static final int DEEPEST = 500;

    /** Bytes that are counted at most. */
    static final long MOST_COUNTED = 4 << 20;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private ResultWriter() {}

    /**
     * The JSON of a value, or its beginning. Numbers that are not finite become null.
     *
     * @param value of JSON's kinds, or what Jackson makes such of
     * @param limit bytes to keep
     * @throws Failure {@code RESULT_TOO_DEEP}
     * @throws UncheckedIOException if it is no value of which JSON can be made
     */
    public static Result write(Object value, int limit) throws Failure {
        return write(value, limit, Integer.MAX_VALUE);
    }

    /**
     * As {@link #write(Object, int)}.
     *
     * @param longestText characters that are written of each text in the value; what is more is left out without a word
     */
    public static Result write(Object value, int limit, int longestText) throws Failure {
        BoundedOutput beginning = new BoundedOutput(limit, Math.max(limit, MOST_COUNTED));
        try {
            // by way of characters, because half a surrogate pair, which a text may hold, cannot be written as bytes
            JsonGenerator json =
                    MAPPER.getFactory().createGenerator(new OutputStreamWriter(beginning, StandardCharsets.UTF_8));
            MAPPER.writeValue(new BoundedGenerator(json, longestText), value);
            json.close();
        } catch (BoundedOutput.CountExceeded e) {
            return new Result(beginning.kept(), beginning.length(), false);
        } catch (BoundedGenerator.TooDeep e) {
            throw new Failure(
                    Failure.Actor.CALLER,
                    "RESULT_TOO_DEEP",
                    "the result has lists or objects more than " + DEEPEST
                            + " deep in each other; ask for a part of it",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Result(beginning.kept(), beginning.length(), true);
    }
}
