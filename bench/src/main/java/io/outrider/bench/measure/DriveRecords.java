package io.outrider.bench.measure;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Eight records a second of the simulated drive, as loggers without filters would write them. Any thread. */
public final class DriveRecords {
    public static final int PER_SECOND = 8;
    private static final long STEP_MICROS = 1_000_000 / PER_SECOND;

    private final ScriptedDrive drive = new ScriptedDrive(1);
    private final double start = drive.startOf(Phase.TOWN);
    private final double length = drive.seconds() - start;

    /**
     * @param second of the drive, which begins again when it ends
     * @param micros time stamp of the second
     */
    public List<TelemetryRecord> second(long second, long micros) {
        DriveState state = drive.at(start + second % (long) length);
        return List.of(
                value(micros, 0, "obd.rpm", Math.round(state.engine().rpm() * 4) / 4.0, "revolutions_per_minute"),
                value(micros, 1, "obd.speed", (int) state.speedKmh(), "kph"),
                value(micros, 2, "obd.engine_load", percent(state.engine().loadPercent()), "percent"),
                value(micros, 3, "obd.coolant_temp", (int) state.engine().coolantC(), "degC"),
                value(micros, 4, "obd.intake_temp", (int) state.engine().intakeC(), "degC"),
                value(micros, 5, "obd.fuel_level", percent(state.fuelPercent()), "percent"),
                entry(
                        micros,
                        6,
                        "obd.bat",
                        Map.of("voltage", rounded(state.volts() + noise(second, 7) * 0.02, 3), "level", 87)),
                entry(micros, 7, "track.pos", position(state, second)));
    }

    /** On a winding road, with the noise of a receiver. */
    private static Map<String, Object> position(DriveState state, long second) {
        double course = 140 + 60 * Math.sin(second / 37.0) + noise(second, 1) * 3;
        Map<String, Object> place = Map.of(
                "lat", rounded(57.0224 + second * 1e-4 + 0.004 * Math.sin(second / 90.0) + noise(second, 2) * 4e-5, 5),
                "lon", rounded(9.899 + second * 1e-4 + 0.004 * Math.cos(second / 70.0) + noise(second, 3) * 4e-5, 5));
        return Map.of(
                "loc",
                place,
                "alt",
                rounded(34 + 20 * Math.sin(second / 300.0) + noise(second, 4) * 2, 1),
                "sog",
                rounded(state.speedKmh() + noise(second, 5), 1),
                "cog",
                rounded(course, 2),
                "nsat",
                9 + (int) (noise(second / 20, 6) * 3));
    }

    /** From -1 to 1; the same arguments give the same value. */
    private static double noise(long second, int channel) {
        return new SplittableRandom(second * 31 + channel).nextDouble(-1, 1);
    }

    private static double rounded(double value, int digits) {
        double scale = Math.pow(10, digits);
        return Math.round(value * scale) / scale;
    }

    /** With the resolution of one byte on the bus. */
    private static double percent(double percent) {
        return Math.round(percent * 2.55) * 100 / 255.0;
    }

    private static TelemetryRecord value(long micros, int step, String type, Number value, String unit) {
        return entry(micros, step, type, Map.of("value", value, "unit", unit));
    }

    private static TelemetryRecord entry(long micros, int step, String type, Map<String, Object> fields) {
        long at = micros + step * STEP_MICROS + (micros / 1_000_003 + 31 * step) % 900; // jitter of a real clock
        return new TelemetryRecord(type, new Timestamp(at, at, true), fields, Priority.NORMAL);
    }
}
