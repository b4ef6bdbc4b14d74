package io.outrider.agent.commands;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.wire.Command;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Codec for commands in the journal: JSON without secrets. */
record CommandCodec(ObjectMapper mapper) {

    byte[] bytes(Command command, RedactedArguments shown) {
        StringWriter text = new StringWriter(); // accepts unpaired surrogates
        try (JsonGenerator json = mapper.getFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("fun", command.fun());
            json.writePOJOField("arg", shown.positional());
            json.writePOJOField("kwarg", shown.keywords());
            json.writeStringField(
                    "issued", command.issued() == null ? null : command.issued().toString());
            json.writeStringField(
                    "expires",
                    command.expires() == null ? null : command.expires().toString());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    Command command(String jid, byte[] bytes) throws IOException {
        JsonNode node = mapper.readTree(bytes);
        return new Command(
                jid,
                node.path("fun").asText(),
                mapper.convertValue(node.path("arg"), List.class),
                mapper.convertValue(node.path("kwarg"), Map.class),
                timestamp(node.path("issued")),
                timestamp(node.path("expires")));
    }

    private static Instant timestamp(JsonNode node) {
        return node.isTextual() ? Instant.parse(node.textValue()) : null;
    }
}
