package io.outrider.bench.unit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Excerpt;
import io.outrider.bench.soak.BatchReader;
import io.outrider.bench.soak.Row;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Printer of a unit's messages as text lines: time of arrival, kind of message and content. Records are decoded. Any thread.
 */
final class MessagePrinter {
    /** Limit of a line's content. */
    private static final int MOST_CHARACTERS = 300;

    /** Fields of a record that are printed first and without their names. */
    private static final List<String> FIRST = List.of("@tag", "value", "unit");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private final BatchReader reader;
    private final Clock clock;
    private final Consumer<String> lines;
    private final ObjectMapper json = new ObjectMapper();

    MessagePrinter(BatchReader reader, Clock clock, Consumer<String> lines) {
        this.reader = reader;
        this.clock = clock;
        this.lines = lines;
    }

    /** @param topic the last word of it, such as {@code telemetry} */
    void print(String topic, byte[] payload) {
        Instant now = clock.instant();
        try {
            switch (topic) {
                case "telemetry" -> {
                    for (Row row : reader.read(payload)) {
                        line(now, "record", record(row));
                    }
                }
                case "job" -> line(now, "job", job(json.readTree(payload)));
                case "return" -> line(now, "return", returned(json.readTree(payload)));
                default -> line(now, topic, json.readTree(payload).toString());
            }
        } catch (IOException | RuntimeException e) {
            line(now, topic, payload.length + " bytes that cannot be read: " + e.getMessage());
        }
    }

    private void line(Instant now, String kind, String text) {
        String cut = Excerpt.of(text, MOST_CHARACTERS);
        lines.accept("%s  %-9s %s".formatted(TIME.format(now), kind, cut));
    }

    private static String record(Row row) {
        Map<String, Object> fields = row.fields();
        List<String> words = new ArrayList<>();
        for (String first : FIRST) {
            if (fields.containsKey(first)) {
                words.add(String.valueOf(fields.get(first)));
            }
        }
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            if (!field.getKey().startsWith("@") && !FIRST.contains(field.getKey())) {
                words.add(field.getKey() + "=" + field.getValue());
            }
        }
        return "%-22s %s".formatted(row.type(), String.join(" ", words));
    }

    private static String job(JsonNode event) {
        String more = event.path("message").asText(event.path("error").asText(""));
        return event.path("jid").asText() + "  " + event.path("state").asText() + (more.isEmpty() ? "" : "  " + more);
    }

    private static String returned(JsonNode message) {
        return message.path("jid").asText() + "  " + message.path("fun").asText() + "  "
                + (message.path("return").isTextual()
                        ? message.path("return").asText()
                        : message.path("return").toString());
    }
}
