package io.outrider.unit.acc;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;

/** Settings section {@code [acc]}. */
public record AccSettings(
        @JsonPropertyDescription("the accelerometer: its folder in /sys/bus/iio/devices, or its name in there")
        @JsonProperty(defaultValue = "the first there is")
        String device) {
    public AccSettings {
        if (device != null && device.isBlank()) {
            throw new InvalidArgumentException("device", "'' names nothing; iio:device0 or lis2dw12 would");
        }
    }
}
