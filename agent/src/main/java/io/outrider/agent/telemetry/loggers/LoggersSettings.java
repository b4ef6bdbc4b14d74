package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.settings.InvalidSettingsException;
import io.outrider.api.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The section {@code [loggers]} of the settings. What is absent has the value in parentheses.
 *
 * @param standard whether the loggers that come with the agent run (true)
 * @param list further ones, or others in the place of standard ones of the same name (none)
 * @param minimumGapMs milliseconds between the end of a logger's call and the next to the same module, 0 to 60000 (0)
 */
public record LoggersSettings(
        @JsonProperty(defaultValue = "true")
        @JsonPropertyDescription("whether the loggers that come with outrider run; docs/loggers.md lists them")
        Boolean standard,

        @JsonPropertyDescription("further loggers, best written as [[loggers.list]]; docs/loggers.md tells their keys")
        List<Map<String, Object>> list,

        @JsonProperty(defaultValue = "0")
        @JsonPropertyDescription("milliseconds between two calls of loggers to the same module, 0 to 60000")
        Integer minimumGapMs) {
    public LoggersSettings {
        standard = standard == null || standard;
        list = list == null ? List.of() : Collections.unmodifiableList(new ArrayList<>(list)); // nulls are reported
        minimumGapMs = Range.orElse("minimum_gap_ms", minimumGapMs, 0, 0, 60_000);
        List<String> problems = new ArrayList<>();
        LoggerReader.all("list", list, problems);
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(problems);
        }
    }

    /** Settings of an empty section. */
    public static LoggersSettings defaults() {
        return new LoggersSettings(null, null, null);
    }

    /** Configured calls, for validation. */
    public List<ConfiguredCall> calls() {
        List<ConfiguredCall> calls = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            for (LoggerSettings each : LoggerReader.all("list", List.of(list.get(i)), new ArrayList<>())) {
                if (each.enabled()) {
                    calls.add(each.call("loggers", "list[" + i + "]"));
                }
            }
        }
        return calls;
    }

    List<LoggerSettings> loggers() {
        return LoggerReader.all("list", list, new ArrayList<>());
    }
}
