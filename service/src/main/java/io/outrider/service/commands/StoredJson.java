package io.outrider.service.commands;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Members of JSON of units, taken out without a tree of the whole. */
final class StoredJson {
    /** Levels before a member that is looked for; each that is open takes 100 bytes and more. */
    private static final int MOST_LEVELS = 10_000;

    private StoredJson() {}

    /**
     * Mapper that keeps numbers as they are written, as one may be outside of 64 bits of floating point.
     *
     * @param levels of what it reads; also digits of a number if that is more than 1,000
     */
    static ObjectMapper mapper(int levels) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(levels)
                                .maxNumberLength(Math.max(1_000, levels))
                                .build())
                        .build())
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    /** Text of a member of an object of any length; empty if it has none. */
    static String text(byte[] json, String name) throws IOException {
        try (JsonParser parser = member(mapper(MOST_LEVELS).createParser(json), "/" + name)) {
            return parser.hasToken(JsonToken.VALUE_STRING) ? parser.getText() : "";
        }
    }

    /** Parser at the value that a pointer finds (RFC 6901), or at the end. */
    static JsonParser member(JsonParser json, String pointer) throws IOException {
        JsonParser parser = new FilteringParserDelegate(
                json, new JsonPointerBasedFilter(pointer), TokenFilter.Inclusion.ONLY_INCLUDE_ALL, false);
        parser.nextToken();
        return parser;
    }
}
