package io.outrider.agent.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.agent.functions.Shown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Commands as they lie in the journal: as JSON, without what is secret. */
final class CommandStore {
    private final ObjectMapper mapper;

    CommandStore(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    byte[] bytes(Command command, Shown shown) {
        ObjectNode node = mapper.createObjectNode();
        node.put("fun", command.fun());
        node.set("arg", mapper.valueToTree(shown.positional()));
        node.set("kwarg", mapper.valueToTree(shown.keywords()));
        node.put("issued", command.issued() == null ? null : command.issued().toString());
        node.put("expires", command.expires() == null ? null : command.expires().toString());
        try {
            return mapper.writeValueAsString(node).getBytes(StandardCharsets.UTF_8); // takes half a surrogate pair, too
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // a tree can be written
        }
    }

    @SuppressWarnings("unchecked")
    Command command(String jid, byte[] bytes) throws IOException {
        JsonNode node = mapper.readTree(bytes);
        return new Command(
                jid,
                node.path("fun").asText(),
                mapper.convertValue(node.path("arg"), List.class),
                mapper.convertValue(node.path("kwarg"), Map.class),
                moment(node.path("issued")),
                moment(node.path("expires")));
    }

    private static Instant moment(JsonNode node) {
        return node.isTextual() ? Instant.parse(node.textValue()) : null;
    }
}
