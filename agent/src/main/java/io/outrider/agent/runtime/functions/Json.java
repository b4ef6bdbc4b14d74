package io.outrider.agent.runtime.functions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON mappers of this program, and sentences for parse errors. */
public final class Json {
    public static final ObjectMapper PLAIN = JsonMapper.builder().build();

    private static final ObjectMapper STRICT = bounded(100)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private Json() {}

    /**
     * The one mapper for arguments and settings: strict about names and kinds, lenient about the notation of numbers and
     * booleans.
     */
    public static ObjectMapper mapper() {
        return STRICT;
    }

    /** Builder of a mapper that refuses deeper values, and anything behind the end of one. */
    public static JsonMapper.Builder bounded(int depth) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(depth)
                                .build())
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Sentence for a parse error if it is a known one; the parser's own message names Java classes. */
    public static String fault(JsonProcessingException e, String otherwise) {
        String message = e.getOriginalMessage();
        if (message.startsWith("Duplicate")) {
            return "a key is there twice";
        }
        if (e instanceof StreamConstraintsException) {
            return message.startsWith("Number")
                    ? "a number has more than " + StreamReadConstraints.DEFAULT_MAX_NUM_LEN + " digits"
                    : message.contains("nesting") ? "it is nested too deeply" : otherwise;
        }
        return otherwise;
    }
}
