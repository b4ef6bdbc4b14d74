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
record Known(Kind kind, double number, boolean isFromVehicle, Instant utc) {
    private static final String RPM = "revolutions_per_minute";

    private static final Set<String> ENGINE = Set.of("rpm", "engine_rpm", "engine_speed");

    static Known of(TelemetryRecord sample) {
        String type = sample.type();
        String name = type.substring(type.lastIndexOf('.') + 1);
        Map<String, Object> fields = sample.fields();
        Kind kind = kind(type, name, fields.get("unit"));
        Object value = fields.get(kind == Kind.BATTERY ? "voltage" : kind == Kind.POSITION ? "sog" : "value");
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        return new Known(
                Double.isFinite(number) ? kind : Kind.OTHER,
                number,
                type.startsWith("obd.") && kind != Kind.BATTERY, // which may be measured by the unit itself
                kind == Kind.POSITION && fields.get("loc") instanceof Map ? utc(fields) : null);
    }

    private static Kind kind(String type, String name, Object unit) {
        if (type.equals("track.pos")) {
            return Kind.POSITION;
        }
        if (name.equals("bat")) {
            return Kind.BATTERY;
        }
        if (name.contains("motor") && (RPM.equals(unit) || name.endsWith("rpm") || name.endsWith("speed"))) {
            return Kind.MOTOR;
        }
        if (ENGINE.contains(name)) { // by the name alone: turbochargers and fans have revolutions too
            return Kind.ENGINE;
        }
        return name.equals("speed") ? Kind.SPEED : Kind.OTHER;
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
