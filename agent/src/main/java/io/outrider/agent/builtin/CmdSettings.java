package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Section {@code [cmd]}: permission to run shell commands; off if absent. */
public record CmdSettings(
        @JsonProperty(defaultValue = "false")
        @JsonPropertyDescription("whether the fleet may run commands of a shell, as the user of this program")
        boolean enabled) {}
