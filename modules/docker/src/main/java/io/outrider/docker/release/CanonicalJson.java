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
import java.nio.charset.StandardCharsets;
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
        Map<Object, Object> rest = source.value() instanceof Map<?, ?> map ? new HashMap<>(map) : new HashMap<>();
        rest.remove(without);
        try {
            String text = WRITER.writeValueAsString(source.value() instanceof Map ? rest : source.value());
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > most) {
                throw source.invalid("must have at most " + most + " bytes");
            } else if (new String(bytes, StandardCharsets.UTF_8).equals(text)) {
                return bytes;
            }
        } catch (IOException e) {
            // the same sentence
        }
        throw source.invalid("must be JSON of at most " + DEEPEST + " levels");
    }
}
