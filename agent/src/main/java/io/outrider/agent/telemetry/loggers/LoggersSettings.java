package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.settings.InvalidSettingsException;
import io.outrider.agent.runtime.settings.SettingProblem;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The section {@code [loggers]} of the settings; a logger of the list replaces a standard one of the same name. */
public record LoggersSettings(
        @JsonProperty(defaultValue = "true")
        @JsonPropertyDescription("whether the loggers that come with outrider run; docs/loggers.md lists them")
        Boolean standard,

        @JsonPropertyDescription("further loggers, best written as [[loggers.list]]; docs/loggers.md tells their keys")
        List<LoggerEntry> list,

        @JsonProperty(defaultValue = "0")
        @JsonPropertyDescription("milliseconds between two calls of loggers to the same module, 0 to 60000")
        Integer minimumGapMs) {
    public LoggersSettings {
        standard = standard == null || standard;
        list = list == null ? List.of() : list;
        minimumGapMs = Range.orElse("minimum_gap_ms", minimumGapMs, 0, 0, 60_000);
        if (list.stream().anyMatch(Objects::isNull)) {
            throw new InvalidArgumentException("list", "takes tables with the keys of a logger, not null");
        }
        list = List.copyOf(list);
        List<SettingProblem> twice = SettingProblem.ofDuplicates(
                "list", list.stream().map(LoggerEntry::uniqueName).toList());
        if (!twice.isEmpty()) {
            throw new InvalidSettingsException(twice);
        }
    }

    public static LoggersSettings defaults() {
        return new LoggersSettings(null, null, null);
    }

    public List<ConfiguredCall> calls() {
        List<ConfiguredCall> calls = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isActive()) {
                calls.add(list.get(i).call("loggers", "list[" + i + "]"));
            }
        }
        return calls;
    }

    List<LoggerSettings> loggers() {
        return list.stream().map(LoggerEntry::settings).toList();
    }
}
