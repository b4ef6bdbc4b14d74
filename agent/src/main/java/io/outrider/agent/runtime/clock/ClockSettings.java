package io.outrider.agent.runtime.clock;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The section {@code [clock]} of the settings. */
public record ClockSettings(
        @JsonProperty(defaultValue = "system")
        @JsonPropertyDescription("when the machine's clock is believed: system, while it is synchronised; or always")
        ClockTrust trust) {
    public ClockSettings {
        trust = trust == null ? ClockTrust.SYSTEM : trust;
    }
}
