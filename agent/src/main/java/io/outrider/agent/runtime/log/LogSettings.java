package io.outrider.agent.runtime.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** {@code [log]}: the least that is logged; INFO if absent. */
public record LogSettings(
        @JsonProperty(defaultValue = "info") @JsonPropertyDescription("the least level that is logged")
        LogLevel level) {
    public LogSettings {
        level = level == null ? LogLevel.INFO : level;
    }
}
