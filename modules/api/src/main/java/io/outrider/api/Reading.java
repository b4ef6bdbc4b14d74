package io.outrider.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.time.LocalDateTime;
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

    /** Timestamp in the form of all results of the unit. It is part of each record: years of four digits take no formatter. */
    public static String text(Instant stamp) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(stamp.getEpochSecond(), stamp.getNano(), ZoneOffset.UTC);
        if (time.getYear() < 0 || time.getYear() > 9_999) {
            return STAMP.format(stamp);
        }
        char[] text = "0000-00-00T00:00:00.000000".toCharArray();
        write(time.getYear(), text, 4);
        write(time.getMonthValue(), text, 7);
        write(time.getDayOfMonth(), text, 10);
        write(time.getHour(), text, 13);
        write(time.getMinute(), text, 16);
        write(time.getSecond(), text, 19);
        write(time.getNano() / 1_000, text, 26);
        return new String(text);
    }

    /** Writes the digits of a number before a position. */
    private static void write(int number, char[] to, int end) {
        int position = end;
        for (int rest = number; rest > 0; rest /= 10) {
            to[--position] = (char) ('0' + rest % 10);
        }
    }
}
