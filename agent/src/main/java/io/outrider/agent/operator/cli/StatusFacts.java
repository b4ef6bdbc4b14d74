package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.distribution.StandardNames;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts of {@code GET /status} as short phrases; absent ones are omitted. */
record StatusFacts(JsonNode status, Instant now) {
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int DAY = 24 * HOUR;
    private static final int KIB = 1024;

    StatusFacts(JsonNode status) {
        this(status, instant(status.path("stamp").asText()));
    }

    JsonNode problems() {
        return status.path("problems");
    }

    String colour() {
        if (isOnline()) {
            return problems().isEmpty() ? Terminal.GREEN : Terminal.YELLOW;
        }
        JsonNode link = section("link");
        return link.path("attempts").asLong() > 1 || link.has("retry_in_seconds") ? Terminal.RED : Terminal.YELLOW;
    }

    private boolean isOnline() {
        return section("link").path("state").asText().equals("connected");
    }

    /** {@code u1 online, engine running, 13 loggers, 0 waiting}. */
    String summary() {
        return phrases(
                status.path("unit_id").asText() + " " + state(),
                problems().isEmpty() ? null : counted(problems().size(), "problem"),
                condition("engine"),
                condition("motor"),
                has("loggers") ? counted(section("loggers").path("running").asLong(), "logger") : null,
                has("buffer") ? section("buffer").path("records").asLong() + " waiting" : null);
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private String state() {
        JsonNode link = section("link");
        String offline = "offline for " + duration(link.path("offline_seconds"));
        if (isOnline()) {
            return "online";
        } else if (!link.has("broker")) {
            return "without a link: no [link] url is set";
        } else if (link.has("retry_in_seconds")) {
            return offline + ", tries again in " + duration(link.get("retry_in_seconds"));
        } else if (link.path("attempts").asLong() > 1) {
            return offline + ", attempt " + link.get("attempts").asLong() + " is under way";
        }
        return "starting, not connected yet";
    }

    Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("link", link());
        lines.put("upload", upload());
        lines.put("buffer", buffer());
        lines.put("lost", lost());
        lines.put("jobs", jobs());
        lines.put("bus", bus());
        lines.put("vehicle", phrases(condition("communication"), condition("position"), condition("battery")));
        lines.put("clock", clock());
        lines.put("process", process());
        lines.values().removeIf(String::isEmpty);
        return lines;
    }

    private String link() {
        JsonNode link = section("link");
        if (!link.has("broker")) {
            return "";
        }
        String state = isOnline()
                ? "connected for " + duration(link.path("connected_seconds"))
                : count(link, "attempts", "attempt ", "");
        return phrases(link.get("broker").asText(), state);
    }

    private String upload() {
        JsonNode cloud = section("cloud");
        String sink = cloud.path("sink").asText();
        if (!has("cloud") || sink.equals("none")) {
            return has("cloud") ? sink : "";
        }
        JsonNode last = cloud.path("last_success");
        return phrases("by " + sink, last.isTextual() ? "last " + age(last.asText(), now) : "nothing uploaded yet");
    }

    private String buffer() {
        JsonNode buffer = section("buffer");
        if (!has("buffer")) {
            return "";
        }
        long records = buffer.path("records").asLong();
        String oldest = buffer.path("oldest").asText();
        return phrases(
                records == 1 ? "1 record waits" : records + " records wait",
                records > 0 && !oldest.isEmpty() ? "the oldest of " + age(oldest, now) : null,
                bytes(buffer.path("bytes").asLong()) + " on disk");
    }

    private String lost() {
        JsonNode lost = section("buffer").path("lost");
        StringJoiner reasons = new StringJoiner(", ");
        long count = 0;
        for (Map.Entry<String, JsonNode> reason : lost.properties()) {
            long records = reason.getValue().asLong();
            if (records > 0) {
                reasons.add(reason.getKey() + " " + records);
                count += records;
            }
        }
        return count == 0 ? "" : count + " records in all (" + reasons + ")";
    }

    private String jobs() {
        JsonNode jobs = section("jobs");
        if (!has("jobs")) {
            return "";
        }
        return phrases(
                jobs.path("running").asLong() + " running",
                jobs.path("waiting").asLong() + " waiting",
                count(jobs, "unsent", "", " returns not sent yet"),
                count(jobs, "abandoned", "", " do not end"));
    }

    private String bus() {
        JsonNode bus = section(StandardNames.BUS);
        JsonNode protocol = bus.path("protocol");
        return phrases(
                words(bus.path("interface")),
                words(bus.path("state")),
                protocol.isValueNode() && !protocol.isNull() ? "protocol " + protocol.asText() : null,
                bus.has("heard") && !bus.get("heard").asBoolean() ? "nobody heard" : null,
                count(bus, "frames_dropped", "", " frames dropped"));
    }

    private String condition(String name) {
        String condition = words(section("vehicle").path(name));
        return condition == null ? null : name + " " + condition;
    }

    private String clock() {
        JsonNode clock = section("clock");
        String source = clock.path("source").asText();
        if (!clock.path("trusted").asBoolean()) {
            return has("clock") ? "not trusted" : "";
        }
        return phrases("trusted", source.isEmpty() ? null : "by " + source);
    }

    private String process() {
        JsonNode process = section("process");
        JsonNode version = status.path("versions").path("outrider");
        return phrases(
                version.isMissingNode() ? null : "outrider " + version.asText(),
                process.has("uptime_seconds") ? "up " + duration(process.get("uptime_seconds")) : null,
                count(process, "resident_mb", "", " MB of memory"));
    }

    private static String phrases(String... phrases) {
        return Stream.of(phrases).filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    /** Null for zero. */
    private static String count(JsonNode section, String name, String before, String after) {
        long count = section.path(name).asLong();
        return count > 0 ? before + count + after : null;
    }

    private static String duration(JsonNode seconds) {
        return duration(seconds.asLong());
    }

    private JsonNode section(String name) {
        return status.path("sections").path(name);
    }

    private boolean has(String name) {
        return status.path("sections").has(name);
    }

    /** Null if absent. */
    private static String words(JsonNode text) {
        return text.isTextual() ? text.asText().replace('_', ' ') : null;
    }

    /** In the largest unit with a value of at least 2, else in seconds. */
    static String duration(long seconds) {
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        } else if (seconds < 2 * HOUR) {
            return seconds / MINUTE + " min";
        } else if (seconds < 2 * DAY) {
            return seconds / HOUR + " h";
        }
        return seconds / DAY + " days";
    }

    /** {@code 3 min ago}; the text unchanged if it is no time. */
    static String age(String stamp, Instant now) {
        Instant then = instant(stamp);
        if (then == null || now == null) {
            return stamp;
        }
        long seconds = Duration.between(then, now).toSeconds();
        return seconds < 1 ? "just now" : duration(seconds) + " ago";
    }

    /** Null if the text is no time with a zone. */
    static Instant instant(String stamp) {
        try {
            return OffsetDateTime.parse(stamp).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    static String bytes(long count) {
        if (count < KIB) {
            return count + " B";
        } else if (count < KIB * KIB) {
            return String.format(Locale.ROOT, "%.1f KiB", count / (double) KIB);
        }
        return String.format(Locale.ROOT, "%.1f MiB", count / (double) (KIB * KIB));
    }
}
