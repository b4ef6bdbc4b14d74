package io.outrider.agent.vehicle.state;

import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.wire.TelemetryRecord;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;

/**
 * Signal of a record that affects the vehicle's state.
 *
 * @param number revolutions, km/h or volts; finite
 * @param isFromVehicle whether it proves an answer of a control unit
 * @param utc time of a satellite fix; null for other records
 */
record Signal(Kind kind, double number, boolean isFromVehicle, Instant utc) {
    /** Kind of a reading, as far as it affects the vehicle's state. */
    enum Kind {
        ENGINE,
        MOTOR,
        SPEED,
        BATTERY,
        POSITION,
        OTHER
    }

    private static final String RPM = "revolutions_per_minute";

    private static final Set<String> ENGINE = Set.of(StandardNames.RPM, "engine_rpm", "engine_speed");

    static Signal of(TelemetryRecord record) {
        String type = record.type();
        String name = type.substring(type.lastIndexOf('.') + 1);
        Map<String, Object> fields = record.fields();
        Kind kind = kind(type, name, fields.get("unit"));
        Object value = fields.get(kind == Kind.BATTERY ? "voltage" : kind == Kind.POSITION ? "sog" : "value");
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        return new Signal(
                Double.isFinite(number) ? kind : Kind.OTHER,
                number,
                StandardNames.isOf(StandardNames.BUS, type) && kind != Kind.BATTERY, // the unit may measure that itself
                kind == Kind.POSITION && fields.get("loc") instanceof Map ? utc(fields) : null);
    }

    private static Kind kind(String type, String name, Object unit) {
        if (type.equals(StandardNames.POSITION)) {
            return Kind.POSITION;
        }
        if (name.equals("bat")) {
            return Kind.BATTERY;
        }
        if (name.contains("motor") && (RPM.equals(unit) || name.endsWith("rpm") || name.endsWith("speed"))) {
            return Kind.MOTOR;
        }
        if (ENGINE.contains(name)) { // by name only, as turbochargers and fans have revolutions too
            return Kind.ENGINE;
        }
        return name.equals(StandardNames.SPEED) ? Kind.SPEED : Kind.OTHER;
    }

    private static Instant utc(Map<String, Object> fields) {
        if (fields.get("utc") instanceof String time && fields.get("date_utc") instanceof String date) {
            try {
                return LocalDate.parse(date).atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                return null; // no valid date: no time
            }
        }
        return null;
    }
}
