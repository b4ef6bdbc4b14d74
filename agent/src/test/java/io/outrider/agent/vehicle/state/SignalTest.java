package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signals by type, field and unit of a record. */
class SignalTest {
    @ParameterizedTest
    @CsvSource({
        "obd.rpm, value, revolutions_per_minute, ENGINE, true",
        "obd.rpm, value, , ENGINE, true",
        "obd.engine_speed, value, rpm, ENGINE, true",
        "can.engine_rpm, value, rpm, ENGINE, false",
        "obd.turbo_rpm, value, revolutions_per_minute, OTHER, true",
        "obd.motor_rpm, value, , MOTOR, true",
        "obd.drive_motor, value, revolutions_per_minute, MOTOR, true",
        "obd.motor_temp, value, celsius, OTHER, true",
        "obd.speed, value, kph, SPEED, true",
        "obd.speed, voltage, kph, OTHER, true",
        "obd.bat, voltage, , BATTERY, false",
        "spm.bat, voltage, , BATTERY, false",
        "obd.bat, value, , OTHER, false",
        "track.pos, sog, , POSITION, false",
        "track.pos, value, , OTHER, false",
        "event.vehicle.engine, value, , OTHER, false"
    })
    void byNameAndField(String type, String field, String unit, Signal.Kind kind, boolean fromVehicle) {
        Map<String, Object> fields = new HashMap<>(Map.of(field, 5));
        if (unit != null) {
            fields.put("unit", unit);
        }
        Signal known = Signal.of(new TelemetryRecord(type, new Timestamp(0, 0, true), fields, Priority.NORMAL));
        assertThat(known.kind()).isEqualTo(kind);
        assertThat(known.isFromVehicle()).as("a control unit has answered").isEqualTo(fromVehicle);
    }
}
