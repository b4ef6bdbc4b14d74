package io.outrider.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * List of values of one type with its timestamp: {@code {"_type": "dtc", "values": […], "_stamp": …}}.
 *
 * @param missing ECUs whose values are not in the list; absent in JSON if empty
 */
@JsonPropertyOrder({"_type", "values", "missing", "_stamp"})
public record Readings(
        @JsonProperty("_type") String type,
        List<?> values,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MissingAnswer> missing,
        @JsonIgnore Instant stamp) {
    public Readings {
        Objects.requireNonNull(type);
        Objects.requireNonNull(stamp);
        values = Collections.unmodifiableList(values);
        missing = List.copyOf(missing);
    }

    public Readings(String type, List<?> values, Instant stamp) {
        this(type, values, List.of(), stamp);
    }

    @JsonProperty("_stamp")
    public String stampText() {
        return Reading.text(stamp);
    }
}
