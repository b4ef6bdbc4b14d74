package io.outrider.agent.vehicle.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;

/** The section {@code [vehicle]} of the settings. */
public record VehicleSettings(
        @JsonProperty(defaultValue = "12.3")
        @JsonPropertyDescription("volts at and below which a 12 V battery is critical, 6 to 12.7; doubled for 24 V")
        Double criticalVolts,

        @JsonProperty(defaultValue = "180")
        @JsonPropertyDescription("seconds for which it has to be before it counts, 0 to 86400")
        Integer criticalS,

        @JsonPropertyDescription("volts of the battery by name, 12 or 24; else told from the readings")
        Integer nominal,

        @JsonProperty(defaultValue = "3")
        @JsonPropertyDescription("km/h above which a position counts as moving, 0 to 100")
        Double movingKmh,

        @JsonProperty(defaultValue = "false")
        @JsonPropertyDescription("whether a speed above zero tells that an electric motor runs")
        Boolean electric) {
    public VehicleSettings {
        criticalVolts = inside("critical_volts", criticalVolts, 12.3, 6, 12.7);
        criticalS = Range.orElse("critical_s", criticalS, 180, 0, 86_400);
        if (nominal != null && nominal != 12 && nominal != 24) {
            throw new InvalidArgumentException("nominal", "is 12 or 24, not " + nominal);
        }
        movingKmh = inside("moving_kmh", movingKmh, 3, 0, 100);
        electric = electric != null && electric;
    }

    public static VehicleSettings defaults() {
        return new VehicleSettings(null, null, null, null, null);
    }

    private static Double inside(String name, Double value, double otherwise, double least, double most) {
        if (value == null) {
            return otherwise;
        }
        if (!(value >= least && value <= most)) {
            throw new InvalidArgumentException(name, value + " is not from " + least + " to " + most);
        }
        return value;
    }
}
