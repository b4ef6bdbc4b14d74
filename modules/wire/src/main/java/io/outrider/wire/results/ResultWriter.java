package io.outrider.wire.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * JSON writer that keeps a limited number of bytes. Further bytes are counted up to a second limit, where writing
 * stops, so that neither memory nor time depends on the size of the value. Any thread.
 */
public final class ResultWriter {
    /** Nesting limit: what the stack of a job thread (512 KiB) holds for writing and reading. */
    static final int MAX_DEPTH = 500;

    /** Limit of counted bytes. */
    static final long MAX_COUNTED = 4 << 20;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private ResultWriter() {}

    /**
     * Writes the JSON of a value, or its beginning. Numbers that are not finite become null.
     *
     * @param value of JSON types, or convertible by Jackson
     * @param limit bytes to keep
     * @throws Failure {@code RESULT_TOO_DEEP}
     * @throws UncheckedIOException if the value is not convertible
     */
    public static Result write(Object value, int limit) throws Failure {
        return write(value, limit, Integer.MAX_VALUE);
    }

    /**
     * As {@link #write(Object, int)}.
     *
     * @param maxTextLength characters written of each text in the value; the rest is dropped silently
     */
    public static Result write(Object value, int limit, int maxTextLength) throws Failure {
        BoundedOutput output = new BoundedOutput(limit, Math.max(limit, MAX_COUNTED));
        try {
            // as characters, since half a surrogate pair in a text cannot be encoded as bytes
            JsonGenerator json =
                    MAPPER.getFactory().createGenerator(new OutputStreamWriter(output, StandardCharsets.UTF_8));
            MAPPER.writeValue(new BoundedGenerator(json, maxTextLength), value);
            json.close();
        } catch (BoundedOutput.CountExceeded e) {
            return new Result(output.prefix(), output.length(), false);
        } catch (IOException e) {
            if (e instanceof StreamConstraintsException || e.getCause() instanceof StreamConstraintsException) {
                throw new Failure(
                        CommonErrors.RESULT_TOO_DEEP,
                        "the result has lists or objects more than " + MAX_DEPTH
                                + " deep in each other; ask for a part of it",
                        e);
            }
            throw new UncheckedIOException(e);
        }
        return new Result(output.prefix(), output.length(), true);
    }

    /** JSON generator with finite numbers only, and a limit on the length of texts. One thread. */
    private static final class BoundedGenerator extends JsonGeneratorDelegate {
        private final int maxTextLength;

        /** @param maxTextLength characters written of each text */
        BoundedGenerator(JsonGenerator json, int maxTextLength) {
            super(json, false);
            this.maxTextLength = maxTextLength;
        }

        @Override
        public void writeString(String text) throws IOException {
            delegate.writeString(
                    text != null && text.length() > maxTextLength
                            ? text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, maxTextLength)))
                            : text);
        }

        @Override
        public void writeNumber(double number) throws IOException {
            if (Double.isFinite(number)) {
                delegate.writeNumber(number);
            } else {
                delegate.writeNull();
            }
        }

        @Override
        public void writeNumber(float number) throws IOException {
            if (Float.isFinite(number)) {
                delegate.writeNumber(number);
            } else {
                delegate.writeNull();
            }
        }

        @Override
        public void writeArray(double[] array, int offset, int length) throws IOException {
            writeStartArray(array, length);
            for (int i = offset; i < offset + length; i++) {
                writeNumber(array[i]);
            }
            writeEndArray();
        }
    }
}
