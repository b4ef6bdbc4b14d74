package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code minionutil.trigger_event}: a person or a container says that something has happened. */
public final class EventModule implements Module {
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+");
    private static final int LONGEST_TAG = 128;
    private static final int MOST_DATA = 64;

    /** As JSON: the longest record that is kept. */
    private static final int LONGEST_DATA = 64 << 10;

    private final EventBus occurrences;

    public EventModule(EventBus occurrences) {
        this.occurrences = occurrences;
    }

    /** What happened. */
    record Happening(
            @JsonProperty(required = true)
            @JsonPropertyDescription("words with / between, such as vehicle/door/open; at most 128 characters")
            String tag,

            @JsonPropertyDescription("what else is known of it; keys do not begin with @, 64 at most; 64 KiB as JSON")
            Map<String, Object> data) {
        Happening {
            if (tag == null || tag.length() > LONGEST_TAG || !TAG.matcher(tag).matches()) {
                throw new IllegalArgumentException(
                        "tag: takes words of letters, digits, _, - and . with / between, such as vehicle/door/open");
            }
            data = data == null ? Map.of() : withoutNulls(data);
            if (data.size() > MOST_DATA) {
                throw new IllegalArgumentException("data: has " + data.size() + " keys; " + MOST_DATA + " at most");
            }
            if (data.keySet().stream().anyMatch(key -> key.isEmpty() || key.startsWith("@"))) {
                throw new IllegalArgumentException("data: a key is empty or begins with @, which is kept for records");
            }
            int length = Json.mapper().valueToTree(data).toString().getBytes(StandardCharsets.UTF_8).length;
            if (length > LONGEST_DATA) {
                throw new IllegalArgumentException("data: has " + length + " bytes as JSON; " + LONGEST_DATA
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
        return List.of(new Function<>(
                "minionutil.trigger_event",
                "Tells all listeners on the unit that something has happened, and keeps it as a record",
                Happening.class,
                this::trigger));
    }

    private Object trigger(Happening given) throws Failure {
        if (!occurrences.offer(given.tag(), given.data())) {
            throw new Failure(
                    Failure.Actor.CALLER,
                    "BUSY",
                    "the event was not told, as 4 MiB of events wait to be told already; try again in a second");
        }
        return true;
    }

    @Override
    public void close() {
        // the listeners are not its own
    }
}
