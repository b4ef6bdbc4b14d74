package io.outrider.agent.runtime.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Section {@code [log]}: the lowest logged level; INFO if absent. */
public record LogSettings(
        @JsonProperty(defaultValue = "info") @JsonPropertyDescription("the least level that is logged")
        Level level) {
    /** Severity of a log line, lowest first. */
    public enum Level {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR
    }

    public LogSettings {
        level = level == null ? Level.INFO : level;
    }
}
