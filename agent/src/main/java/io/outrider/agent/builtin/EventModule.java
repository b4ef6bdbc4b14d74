package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.CommonErrors;
import io.outrider.api.EventFormat;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Module of {@code minionutil.trigger_event}, which publishes an event of a person or a container. */
public record EventModule(EventBus events) implements Module {
    private static final Signature<EventArguments> TRIGGER_EVENT = new Signature<>(
            "minionutil.trigger_event",
            "Tells all listeners on the unit that something has happened, and keeps it as a record",
            EventArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(TRIGGER_EVENT);

    private static final int MAX_DATA_KEYS = 64;

    /** Bytes of JSON; the longest record that the buffer accepts. */
    private static final int MAX_DATA_BYTES = 64 << 10;

    record EventArguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription("words with / between, such as vehicle/door/open; at most 128 characters")
            String tag,

            @JsonPropertyDescription("what else is known of it; keys do not begin with @, 64 at most; 64 KiB as JSON")
            Map<String, Object> data) {
        EventArguments {
            if (tag == null || !EventFormat.isTag(tag)) {
                throw new InvalidArgumentException(
                        "tag", "takes words of letters, digits, _, - and . with / between, such as vehicle/door/open");
            }
            data = data == null ? Map.of() : withoutNulls(data);
            if (data.size() > MAX_DATA_KEYS) {
                throw new InvalidArgumentException(
                        "data", "has " + data.size() + " keys; " + MAX_DATA_KEYS + " at most");
            }
            if (data.keySet().stream().anyMatch(key -> key.isEmpty() || key.startsWith("@"))) {
                throw new InvalidArgumentException(
                        "data", "a key is empty or begins with @, which is kept for records");
            }
            int length = Json.mapper().valueToTree(data).toString().getBytes(StandardCharsets.UTF_8).length;
            if (length > MAX_DATA_BYTES) {
                throw new InvalidArgumentException(
                        "data",
                        "has " + length + " bytes as JSON; " + MAX_DATA_BYTES
                                + " at most, as the event becomes a record");
            }
        }

        private static Map<String, Object> withoutNulls(Map<String, Object> data) {
            Map<String, Object> kept = new LinkedHashMap<>(data);
            kept.values().removeIf(value -> value == null);
            return kept;
        }
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(TRIGGER_EVENT.with(this::trigger));
    }

    private Object trigger(EventArguments arguments) throws Failure {
        if (!events.offer(arguments.tag(), arguments.data())) {
            throw new Failure(
                    CommonErrors.BUSY,
                    "the event was not told, as 4 MiB of events wait to be told already; try again in a second");
        }
        return true;
    }
}
