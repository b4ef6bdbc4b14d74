package io.outrider.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;

/**
 * Named value with its timestamp, in AutoPi's form: {@code {"_type": "rpm", "value": 830.5, "unit":
 * "revolutions_per_minute", "_stamp": "2023-08-28T12:22:31.253543"}}.
 *
 * @param type lower case; the part of a record's type after the dot
 * @param value number, text, boolean, list or map; null for no value, and then absent in JSON
 * @param unit spelled out ({@code kilopascal}), or null
 * @param missing ECUs that were queried and whose answers are not in the value; absent in JSON if empty
 * @param stamp time of the answer
 */
@JsonPropertyOrder({"_type", "value", "unit", "missing", "_stamp"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reading(
        @JsonProperty("_type") String type,
        Object value,
        String unit,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MissingAnswer> missing,
        @JsonIgnore Instant stamp) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    public Reading {
        Objects.requireNonNull(type);
        Objects.requireNonNull(stamp);
        missing = List.copyOf(missing);
    }

    public Reading(String type, Object value, String unit, Instant stamp) {
        this(type, value, unit, List.of(), stamp);
    }

    /** Timestamp on the wire: UTC with microseconds and no zone. */
    @JsonProperty("_stamp")
    public String stampText() {
        return text(stamp);
    }

    /** Timestamp in the form of all results of the unit. */
    public static String text(Instant stamp) {
        return STAMP.format(stamp);
    }
}
