package io.outrider.service.commands;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Members of JSON of units, taken out without a tree of the whole. */
final class StoredJson {
    private StoredJson() {}

    /** @param levels of what it reads */
    static ObjectMapper mapper(int levels) {
        return new ObjectMapper(JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(levels).build())
                .build());
    }

    /** Text of a member of an object of any length and depth; empty if it has none. */
    static String text(byte[] json, String name) throws IOException {
        try (JsonParser parser = mapper(Integer.MAX_VALUE).createParser(json)) {
            return isAt(parser, name) && parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : "";
        }
    }

    private static boolean isAt(JsonParser parser, String name) throws IOException {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = parser.currentName().equals(name);
            parser.nextToken();
            if (found) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }
}
