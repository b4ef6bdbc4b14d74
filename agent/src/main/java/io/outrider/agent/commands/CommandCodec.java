package io.outrider.agent.commands;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.wire.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Codec for commands in the journal: JSON without secrets. */
record CommandCodec(ObjectMapper mapper) {
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record StoredCommand(
            String fun, List<Object> arg, Map<String, Object> kwarg, String issued, String expires) {}

    byte[] bytes(Command command, RedactedArguments shown) {
        StoredCommand stored = new StoredCommand(
                command.fun(), shown.positional(), shown.keywords(), text(command.issued()), text(command.expires()));
        try {
            // through a String, which accepts unpaired surrogates
            return mapper.writeValueAsString(stored).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
    }

    Command command(String jid, byte[] bytes) throws IOException {
        StoredCommand stored = mapper.readValue(bytes, StoredCommand.class);
        return new Command(
                jid, stored.fun, stored.arg, stored.kwarg, timestamp(stored.issued), timestamp(stored.expires));
    }

    private static String text(Instant timestamp) {
        return timestamp == null ? null : timestamp.toString();
    }

    private static Instant timestamp(String text) {
        return text == null ? null : Instant.parse(text);
    }
}
