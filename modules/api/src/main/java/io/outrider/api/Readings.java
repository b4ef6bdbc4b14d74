package io.outrider.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Several values of one kind: {@code {"_type": "dtc", "values": […], "_stamp": …}}. A list where {@link Reading} has one
 * value.
 */
@JsonPropertyOrder({"_type", "values", "_stamp"})
public record Readings(
        @JsonProperty("_type") String type,
        List<?> values,
        @JsonIgnore Instant stamp) {
    public Readings {
        Objects.requireNonNull(type);
        Objects.requireNonNull(stamp);
        values = Collections.unmodifiableList(values);
    }

    /** The stamp as it leaves the unit: UTC with microseconds and no zone. */
    @JsonProperty("_stamp")
    public String stampText() {
        return Reading.text(stamp);
    }
}
