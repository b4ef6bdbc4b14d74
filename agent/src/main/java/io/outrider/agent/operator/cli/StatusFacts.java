package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.distribution.StandardNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Facts of {@code GET /status} as short phrases; absent ones are omitted. */
final class StatusFacts {
    private final JsonNode status;
    private final Instant now;

    /** State of the link, for the first line. */
    enum Level {
        GOOD,
        WARNING,
        BAD
    }

    /** One line of figures. */
    record FactLine(String name, String text) {}

    StatusFacts(JsonNode status) {
        this.status = status;
        this.now = ReadableAmounts.instant(status.path("stamp").asText());
    }

    Instant now() {
        return now;
    }

    JsonNode problems() {
        return status.path("problems");
    }

    Level level() {
        JsonNode link = section("link");
        boolean online = isOnline();
        boolean offline = link.path("attempts").asLong() > 1 || link.has("retry_in_seconds");
        return online && problems().isEmpty() ? Level.GOOD : !online && offline ? Level.BAD : Level.WARNING;
    }

    private boolean isOnline() {
        return section("link").path("state").asText().equals("connected");
    }

    /** {@code u1 online, engine running, 13 loggers, 0 waiting}. */
    String summary() {
        List<String> parts = new ArrayList<>();
        parts.add(status.path("unit_id").asText() + " " + state());
        if (!problems().isEmpty()) {
            parts.add(problems().size() == 1 ? "1 problem" : problems().size() + " problems");
        }
        for (String machine : List.of("engine", "motor")) {
            if (section("vehicle").has(machine)) {
                parts.add(machine + " " + words(section("vehicle").get(machine)));
            }
        }
        if (has("loggers")) {
            long running = section("loggers").path("running").asLong();
            parts.add(running == 1 ? "1 logger" : running + " loggers");
        }
        if (has("buffer")) {
            parts.add(section("buffer").path("records").asLong() + " waiting");
        }
        return String.join(", ", parts);
    }

    private String state() {
        JsonNode link = section("link");
        if (isOnline()) {
            return "online";
        } else if (!link.has("broker")) {
            return "without a link: no [link] url is set";
        } else if (link.has("retry_in_seconds")) {
            return "offline for " + offline() + ", tries again in "
                    + ReadableAmounts.duration(link.get("retry_in_seconds").asLong());
        } else if (link.path("attempts").asLong() > 1) {
            return "offline for " + offline() + ", attempt "
                    + link.get("attempts").asLong() + " is under way";
        }
        return "starting, not connected yet";
    }

    private String offline() {
        return ReadableAmounts.duration(section("link").path("offline_seconds").asLong());
    }

    /** The main figures, at most nine lines. */
    List<FactLine> lines() {
        List<FactLine> lines = new ArrayList<>();
        add(lines, "link", link());
        add(lines, "upload", upload());
        add(lines, "buffer", buffer());
        add(lines, "lost", lost());
        add(lines, "jobs", jobs());
        add(lines, "bus", bus());
        add(lines, "vehicle", vehicle());
        add(lines, "clock", clock());
        add(lines, "process", process());
        return lines;
    }

    private static void add(List<FactLine> lines, String name, List<String> parts) {
        if (!parts.isEmpty()) {
            lines.add(new FactLine(name, String.join(", ", parts)));
        }
    }

    private List<String> link() {
        JsonNode link = section("link");
        List<String> parts = new ArrayList<>();
        if (link.has("broker")) {
            parts.add(link.get("broker").asText());
            if (isOnline()) {
                parts.add("connected " + since(link.path("connected_seconds")));
            } else if (link.path("attempts").asLong() > 0) {
                parts.add("attempt " + link.get("attempts").asLong());
            }
        }
        return parts;
    }

    private static String since(JsonNode seconds) {
        return "for " + ReadableAmounts.duration(seconds.asLong());
    }

    private List<String> upload() {
        JsonNode cloud = section("cloud");
        List<String> parts = new ArrayList<>();
        if (has("cloud")) {
            String sink = cloud.path("sink").asText();
            parts.add(sink.equals("none") ? "none" : "by " + sink);
            if (!sink.equals("none")) {
                JsonNode last = cloud.path("last_success");
                parts.add(
                        last.isTextual() ? "last " + ReadableAmounts.age(last.asText(), now) : "nothing uploaded yet");
            }
        }
        return parts;
    }

    private List<String> buffer() {
        JsonNode buffer = section("buffer");
        List<String> parts = new ArrayList<>();
        if (has("buffer")) {
            long records = buffer.path("records").asLong();
            parts.add(records == 1 ? "1 record waits" : records + " records wait");
            if (records > 0 && buffer.has("oldest")) {
                parts.add("the oldest of "
                        + ReadableAmounts.age(buffer.get("oldest").asText(), now));
            }
            parts.add(ReadableAmounts.bytes(buffer.path("bytes").asLong()) + " on disk");
        }
        return parts;
    }

    private List<String> lost() {
        List<String> reasons = new ArrayList<>();
        long count = 0;
        for (Map.Entry<String, JsonNode> reason : section("buffer").path("lost").properties()) {
            if (reason.getValue().asLong() > 0) {
                reasons.add(reason.getKey() + " " + reason.getValue().asLong());
                count += reason.getValue().asLong();
            }
        }
        return count == 0 ? List.of() : List.of(count + " records in all (" + String.join(", ", reasons) + ")");
    }

    private List<String> jobs() {
        JsonNode jobs = section("jobs");
        List<String> parts = new ArrayList<>();
        if (has("jobs")) {
            parts.add(jobs.path("running").asLong() + " running");
            parts.add(jobs.path("waiting").asLong() + " waiting");
            if (jobs.path("unsent").asLong() > 0) {
                parts.add(jobs.get("unsent").asLong() + " returns not sent yet");
            }
            if (jobs.path("abandoned").asLong() > 0) {
                parts.add(jobs.get("abandoned").asLong() + " do not end");
            }
        }
        return parts;
    }

    private List<String> bus() {
        JsonNode bus = section(StandardNames.BUS);
        List<String> parts = new ArrayList<>();
        for (String name : List.of("interface", "state")) {
            if (bus.path(name).isTextual()) {
                parts.add(words(bus.get(name)));
            }
        }
        if (bus.path("protocol").isValueNode() && !bus.path("protocol").isNull()) {
            parts.add("protocol " + bus.get("protocol").asText());
        }
        if (bus.has("heard") && !bus.get("heard").asBoolean()) {
            parts.add("nobody heard");
        }
        if (bus.path("frames_dropped").asLong() > 0) {
            parts.add(bus.get("frames_dropped").asLong() + " frames dropped");
        }
        return parts;
    }

    private List<String> vehicle() {
        List<String> parts = new ArrayList<>();
        for (String name : List.of("communication", "position", "battery")) {
            if (section("vehicle").path(name).isTextual()) {
                parts.add(name + " " + words(section("vehicle").get(name)));
            }
        }
        return parts;
    }

    private List<String> clock() {
        JsonNode clock = section("clock");
        List<String> parts = new ArrayList<>();
        if (has("clock")) {
            boolean trusted = clock.path("trusted").asBoolean();
            String source = clock.path("source").asText();
            parts.add(trusted ? "trusted" : "not trusted");
            if (trusted && !source.isEmpty()) {
                parts.add("by " + source);
            }
        }
        return parts;
    }

    private List<String> process() {
        JsonNode process = section("process");
        List<String> parts = new ArrayList<>();
        if (status.path("versions").has("outrider")) {
            parts.add("outrider " + status.get("versions").get("outrider").asText());
        }
        if (process.has("uptime_seconds")) {
            parts.add("up "
                    + ReadableAmounts.duration(process.get("uptime_seconds").asLong()));
        }
        if (process.path("resident_mb").isNumber()) {
            parts.add(process.get("resident_mb").asLong() + " MB of memory");
        }
        return parts;
    }

    private JsonNode section(String name) {
        return status.path("sections").path(name);
    }

    private boolean has(String name) {
        return status.path("sections").has(name);
    }

    private static String words(JsonNode word) {
        return word.asText().replace('_', ' ');
    }
}
