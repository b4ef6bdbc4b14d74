package io.outrider.agent.vehicle.state;

import io.outrider.wire.TelemetryRecord;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;

/**
 * What a record says of the vehicle.
 *
 * @param number revolutions, km/h or volts; finite
 * @param isFromVehicle whether a control unit must have answered
 * @param utc what a satellite receiver says; null if it is not that
 */
record Signal(ReadingKind kind, double number, boolean isFromVehicle, Instant utc) {
    private static final String RPM = "revolutions_per_minute";

    private static final Set<String> ENGINE = Set.of("rpm", "engine_rpm", "engine_speed");

    static Signal of(TelemetryRecord sample) {
        String type = sample.type();
        String name = type.substring(type.lastIndexOf('.') + 1);
        Map<String, Object> fields = sample.fields();
        ReadingKind kind = kind(type, name, fields.get("unit"));
        Object value =
                fields.get(kind == ReadingKind.BATTERY ? "voltage" : kind == ReadingKind.POSITION ? "sog" : "value");
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        return new Signal(
                Double.isFinite(number) ? kind : ReadingKind.OTHER,
                number,
                type.startsWith("obd.") && kind != ReadingKind.BATTERY, // which may be measured by the unit itself
                kind == ReadingKind.POSITION && fields.get("loc") instanceof Map ? utc(fields) : null);
    }

    private static ReadingKind kind(String type, String name, Object unit) {
        if (type.equals("track.pos")) {
            return ReadingKind.POSITION;
        }
        if (name.equals("bat")) {
            return ReadingKind.BATTERY;
        }
        if (name.contains("motor") && (RPM.equals(unit) || name.endsWith("rpm") || name.endsWith("speed"))) {
            return ReadingKind.MOTOR;
        }
        if (ENGINE.contains(name)) { // by the name alone: turbochargers and fans have revolutions too
            return ReadingKind.ENGINE;
        }
        return name.equals("speed") ? ReadingKind.SPEED : ReadingKind.OTHER;
    }

    private static Instant utc(Map<String, Object> fields) {
        if (fields.get("utc") instanceof String time && fields.get("date_utc") instanceof String date) {
            try {
                return LocalDate.parse(date).atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                return null; // no date that we know, or none at all: then it tells no time
            }
        }
        return null;
    }
}
