package io.outrider.bench.measure;

import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.time.Moment;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleState;
import java.util.List;
import java.util.Map;

/** Eight records a second of the simulated drive, as loggers without filters would write them. Any thread. */
final class DriveRecords {
    static final int A_SECOND = 8;
    private static final long STEP_MICROS = 1_000_000 / A_SECOND;

    private final ScriptedDrive drive = new ScriptedDrive(1);
    private final double start = drive.startOf(Phase.TOWN);
    private final double length = drive.seconds() - start;

    /**
     * @param second of the drive, which begins again when it ends
     * @param micros its time
     */
    List<Sample> second(long second, long micros) {
        VehicleState state = drive.at(start + second % (long) length);
        double way = second * 1e-4;
        return List.of(
                value(micros, 0, "obd.rpm", Math.round(state.engine().rpm() * 4) / 4.0, "revolutions_per_minute"),
                value(micros, 1, "obd.speed", (int) state.speedKmh(), "kph"),
                value(micros, 2, "obd.engine_load", percent(state.engine().loadPercent()), "percent"),
                value(micros, 3, "obd.coolant_temp", (int) state.engine().coolantC(), "degC"),
                value(micros, 4, "obd.intake_temp", (int) state.engine().intakeC(), "degC"),
                value(micros, 5, "obd.fuel_level", percent(state.fuelPercent()), "percent"),
                sample(micros, 6, "obd.bat", Map.of("voltage", Math.round(state.volts() * 1e3) / 1e3, "level", 87)),
                sample(micros, 7, "track.pos", position(state, way)));
    }

    private static Map<String, Object> position(VehicleState state, double way) {
        Map<String, Object> place =
                Map.of("lat", Math.round((57.0224 + way) * 1e5) / 1e5, "lon", Math.round((9.899 + way) * 1e5) / 1e5);
        return Map.of("loc", place, "alt", 34, "sog", (int) state.speedKmh(), "cog", 140.22, "nsat", 9);
    }

    /** As a byte of the bus tells it. */
    private static double percent(double percent) {
        return Math.round(percent * 2.55) * 100 / 255.0;
    }

    private static Sample value(long micros, int step, String type, Number value, String unit) {
        return sample(micros, step, type, Map.of("value", value, "unit", unit));
    }

    private static Sample sample(long micros, int step, String type, Map<String, Object> fields) {
        long at = micros + step * STEP_MICROS + (micros / 1_000_003 + 31 * step) % 900; // no clock is that even
        return new Sample(type, new Moment(at, at, true), fields, Priority.NORMAL);
    }
}
