package io.outrider.bench.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Excerpt;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Digest of a device's live events for people: events and jobs, and the latest values now and then. One thread. */
final class DeviceEvents {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final int MOST_CHARACTERS = 200;

    private final Map<String, String> values = new LinkedHashMap<>();
    private String event = "";
    private String online = "";
    private long shown;

    /** @param nanos now */
    DeviceEvents(long nanos) {
        shown = nanos;
    }

    /**
     * Takes the next line of the stream.
     *
     * @param nanos now
     * @return line to show; empty for none
     */
    String take(String line, long nanos) throws JsonProcessingException {
        if (line.startsWith("event: ")) {
            event = line.substring(7);
        }
        if (!line.startsWith("data: ")) {
            return "";
        }
        JsonNode data = JSON.readTree(line.substring(6));
        return Excerpt.of(
                switch (event) {
                    case "job" ->
                        "job        " + data.path("jid").asText() + "  "
                                + data.path("command").asText() + "  "
                                + data.path("state").asText();
                    case "device" -> device(data);
                    case "record" -> record(data, nanos);
                    default -> "";
                },
                MOST_CHARACTERS);
    }

    private String device(JsonNode data) {
        String now = data.path("online").asBoolean() ? "online" : "away";
        boolean same = now.equals(online);
        online = now;
        return same ? "" : "device     " + data.path("unit_id").asText() + " is " + now;
    }

    private String record(JsonNode data, long nanos) {
        String type = data.path("@t").asText();
        if (data.has("@tag")) {
            return "event      " + data.path("@tag").asText();
        }
        if (data.path("value").isNumber()) {
            values.put(type, Math.round(data.path("value").asDouble() * 10) / 10.0 + "");
        }
        if (nanos - shown < EVERY.toNanos() || values.isEmpty()) {
            return "";
        }
        shown = nanos;
        StringBuilder text = new StringBuilder("values    ");
        values.forEach((name, value) -> text.append(' ')
                .append(name.substring(name.indexOf('.') + 1))
                .append('=')
                .append(value));
        values.clear();
        return text.toString();
    }
}
