package io.outrider.agent.runtime.clock;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The section {@code [clock]} of the settings. */
public record ClockSettings(
        @JsonProperty(defaultValue = "system")
        @JsonPropertyDescription("when the machine's clock is believed: system, while it is synchronised; or always")
        Trust trust) {
    /** Policy of trust in the machine's wall clock; always is for machines whose clock the kernel does not know as right. */
    public enum Trust {
        SYSTEM,
        ALWAYS
    }

    public ClockSettings {
        trust = trust == null ? Trust.SYSTEM : trust;
    }
}
