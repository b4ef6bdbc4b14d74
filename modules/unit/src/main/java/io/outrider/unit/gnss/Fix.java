package io.outrider.unit.gnss;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Locale;

/**
 * Position of a receiver; values that it does not report are null.
 *
 * @param utc GNSS time, {@code 06:02:24}
 * @param alt metres above mean sea level
 * @param sog speed over ground, km/h
 * @param cog course over ground, degrees from north
 * @param nsat satellites used
 * @param fix {@code 2D} or {@code 3D}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"utc", "date_utc", "loc", "alt", "sog", "cog", "nsat", "fix"})
record Fix(
        String utc,
        @JsonProperty("date_utc") String dateUtc,
        @JsonIgnore double lat,
        @JsonIgnore double lon,
        Double alt,
        Double sog,
        Double cog,
        Integer nsat,
        String fix) {
    record Place(double lat, double lon) {}

    Fix {
        if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
            throw new IllegalArgumentException("no place on Earth: " + lat + ", " + lon);
        }
        lat = rounded(lat, 1e6);
        lon = rounded(lon, 1e6);
        alt = within(alt, -12_000, 100_000, 10);
        sog = within(sog, 0, 10_000, 100);
        cog = within(cog, 0, 360, 100);
        nsat = nsat == null || nsat < 0 || nsat > 200 ? null : nsat;
    }

    @JsonProperty
    Place loc() {
        return new Place(lat, lon);
    }

    /** Null for NaN, infinity and values out of range. */
    private static Double within(Double value, double least, double most, double steps) {
        return value == null || !(value >= least && value <= most) ? null : rounded(value, steps);
    }

    private static double rounded(double value, double steps) {
        return Math.round(value * steps) / steps;
    }

    static String time(int hour, int minute, int second) {
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
            throw new IllegalArgumentException("no time of day");
        }
        return String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second);
    }
}
