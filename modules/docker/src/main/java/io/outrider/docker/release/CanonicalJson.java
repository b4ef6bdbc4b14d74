package io.outrider.docker.release;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.outrider.api.Failure;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Canonical JSON, which releases are signed over: UTF-8 without blanks; members sorted by their UTF-16 units; texts escape
 * quotation mark, backslash and control characters only, as {@code \b \t \n \f \r} or with four upper-case digits; numbers in plain
 * decimals, a fraction rounded to 15 significant digits and without zeros at its end. This is RFC 8785 for usual values.
 */
final class CanonicalJson {
    private static final int DEEPEST = 16;
    private static final ObjectWriter WRITER = writer();

    private CanonicalJson() {}

    /** Doubles as decimals, whatever made them. */
    private static final class PlainDecimals extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider context) throws IOException {
            if (!Double.isFinite(value)) {
                throw new IOException();
            }
            out.writeNumber(new BigDecimal(value, new MathContext(15))
                    .stripTrailingZeros()
                    .toPlainString());
        }
    }

    private static ObjectWriter writer() {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        mapper.getFactory()
                .setStreamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(DEEPEST)
                        .build());
        mapper.registerModule(new SimpleModule().addSerializer(Double.class, new PlainDecimals()));
        return mapper.writer();
    }

    /**
     * @param without member of the value itself that is left out
     * @param most bytes
     * @throws Failure also if it is too large or nested too deeply, so that others need not look
     */
    static byte[] of(DocumentValue source, String without, int most) throws Failure {
        Object value = source.value();
        if (value instanceof Map<?, ?> map && map.containsKey(without)) {
            Map<Object, Object> rest = new HashMap<>(map);
            rest.remove(without);
            value = rest;
        }
        try {
            String text = WRITER.writeValueAsString(value);
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            if (bytes.limit() <= most) {
                return Arrays.copyOf(bytes.array(), bytes.limit());
            }
        } catch (IOException e) {
            throw source.invalid("must be JSON of at most " + DEEPEST + " levels");
        }
        throw source.invalid("must have at most " + most + " bytes");
    }
}
