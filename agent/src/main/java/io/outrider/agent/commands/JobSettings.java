package io.outrider.agent.commands;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.Glob;
import io.outrider.agent.runtime.settings.EntryCheck;
import io.outrider.api.Range;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Settings section {@code [jobs]}. */
public record JobSettings(
        @JsonProperty(defaultValue = "[\"*\"]")
        @JsonPropertyDescription("patterns of the functions that may be called; * is anything, ? one character")
        List<String> allow,

        @JsonPropertyDescription("patterns of functions that may not be called, even if allowed")
        List<String> deny,

        @JsonProperty(defaultValue = "8") @JsonPropertyDescription("how many jobs run at a time, 1 to 256")
        Integer running,

        @JsonProperty(defaultValue = "1024") @JsonPropertyDescription("how many jobs wait for their turn, 0 to 100000")
        Integer waiting,

        @JsonProperty(defaultValue = "600") @JsonPropertyDescription("seconds a job may run, 1 to 604800")
        Integer limit,

        @JsonProperty(defaultValue = "{\"state.*\": 14400}")
        @JsonPropertyDescription("seconds by pattern of functions; the longest pattern that matches counts")
        Map<String, Integer> limits,

        @JsonProperty(defaultValue = "16")
        @JsonPropertyDescription("how many jobs may outlive their end before no new ones are taken, 1 to 1000")
        Integer abandoned) {
    private static final int WEEK_SECONDS = 604_800;

    public JobSettings {
        EntryCheck check = new EntryCheck();
        check.each("allow", allow, JobSettings::pattern);
        check.each("deny", deny, JobSettings::pattern);
        checkLimits(check, limits);
        check.done();
        allow = allow == null ? List.of("*") : List.copyOf(allow);
        deny = deny == null ? List.of() : List.copyOf(deny);
        running = Range.orElse("running", running, 8, 1, 256);
        waiting = Range.orElse("waiting", waiting, 1024, 0, 100_000);
        limit = Range.orElse("limit", limit, 600, 1, WEEK_SECONDS);
        limits = limits == null ? Map.of("state.*", 14_400) : Map.copyOf(limits);
        abandoned = Range.orElse("abandoned", abandoned, 16, 1, 1_000);
    }

    public static JobSettings defaults() {
        return new JobSettings(null, null, null, null, null, null, null);
    }

    public boolean allows(String function) {
        return allow.stream().anyMatch(pattern -> Glob.matches(pattern, function))
                && deny.stream().noneMatch(pattern -> Glob.matches(pattern, function));
    }

    int secondsFor(String function) {
        return limits.entrySet().stream()
                .filter(each -> Glob.matches(each.getKey(), function))
                .max(Comparator.comparing((Map.Entry<String, Integer> each) ->
                                each.getKey().length())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getValue)
                .orElse(limit);
    }

    private static String pattern(String pattern) {
        if (pattern == null || pattern.isBlank()) {
            throw new IllegalArgumentException("a pattern is empty; write * for all functions");
        }
        return pattern;
    }

    private static void checkLimits(EntryCheck check, Map<String, Integer> limits) {
        if (limits != null) {
            limits.forEach((pattern, seconds) -> {
                check.parse("limits", pattern, JobSettings::pattern);
                check.that(seconds != null, "limits." + pattern, "is missing");
                check.parse("limits." + pattern, seconds, each -> Range.orElse("limits", each, 0, 1, WEEK_SECONDS));
            });
        }
    }
}
