package io.outrider.service.releases;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** JSON of this package. */
final class ReleaseJson {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private ReleaseJson() {}

    /** @param stored JSON of the database; null gives null */
    static JsonNode tree(String stored) {
        try {
            return stored == null ? null : MAPPER.readTree(stored);
        } catch (JsonProcessingException e) { // was JSON when it was stored
            throw new IllegalStateException(e);
        }
    }

    /**
     * Members of a thing after a change.
     *
     * @param whole whether absent members are missing then (PUT), or stay as they are (PATCH)
     */
    static ObjectNode changed(ObjectNode before, JsonNode body, boolean whole) {
        return (whole ? object() : before.deepCopy()).setAll((ObjectNode) body);
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** @param array missing for an empty one */
    static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::textValue).toList();
    }

    static String list(Iterable<String> texts) {
        return MAPPER.valueToTree(texts).toString();
    }
}
