package io.outrider.unit.ec2x;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;

/** Settings section {@code [ec2x]}. */
public record Ec2xSettings(
        @JsonPropertyDescription("name of the modem's network interface")
        @JsonProperty(defaultValue = "the first wwan*, ppp* or usb* there is")
        @JsonAlias("interface")
        String networkInterface) {
    public Ec2xSettings {
        // linux/if.h: at most 15 characters; no path separators, as the name becomes part of a path
        if (networkInterface != null
                && (!networkInterface.matches("[^/\\s\\p{Cc}]{1,15}") || networkInterface.matches("\\.\\.?"))) {
            throw new InvalidArgumentException(
                    "network_interface", "what is set is not the name of a network interface, such as wwan0");
        }
    }
}
