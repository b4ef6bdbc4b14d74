package io.outrider.wire.columns;

import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Simulated records of a drive with the usual loggers. Due times vary by scheduling (a normal deviation of 1 ms), each
 * response takes 8 to 20 ms; the engine speed has the noise of a real one: some tens of revolutions.
 */
final class DriveRecordSource {
    private final Random random;
    private final boolean combined;
    private final List<SequencedRecord> records = new ArrayList<>();
    private double speed = 50;
    private double target = 70;
    private double heading = 1;
    private double lat = 57.02241;
    private double lon = 9.89919;

    /** @param combined whether queries due together go in one request, so that their values share a timestamp */
    DriveRecordSource(Random random, boolean combined) {
        this.random = random;
        this.combined = combined;
    }

    private final long start = 1_790_000_000_000_000L;
    private long due;
    private long responseMicros;

    List<SequencedRecord> records(int count) {
        for (int second = 0; records.size() < count; second++) {
            due = start + second * 1_000_000L + Math.abs(Math.round(random.nextGaussian() * 1_000));
            responseMicros = 0;
            move(second);
            double gear = speed < 20 ? 110 : speed < 45 ? 60 : 32;
            double rpm = Math.max(800, speed * gear + random.nextGaussian() * 15);
            obd("rpm", Math.round(rpm * 4) / 4.0, "revolutions_per_minute");
            obd("speed", (int) Math.round(speed), "kph");
            if (second % 30 == 3) {
                obd("coolant_temp", 88 + random.nextInt(3), "degC");
                obd("intake_temp", 30 + random.nextInt(3), "degC");
                obd("ambiant_air_temp", 17, "degC");
                obd("engine_load", (60 + random.nextInt(90)) * 100 / 255.0, "percent");
                obd("fuel_level", (140 - second / 60) * 100 / 255.0, "percent");
            }
            if (second % 5 == 1) {
                position(second);
            }
            if (second % 5 == 2) {
                battery();
            }
            if (second % 60 == 7) {
                add("rpi.temp", due + 9_000, Map.of("cpu", temperature(), "gpu", temperature()));
                add(
                        "ec2x.data_usage",
                        due + 40_000 + random.nextInt(20_000),
                        Map.of("sent", 90_000 + second * 31 + random.nextInt(400), "recv", 41_000 + second * 17));
            }
        }
        return new ArrayList<>(records.subList(0, count));
    }

    private void move(int second) {
        if (second % 20 == 0) {
            target = random.nextInt(4) == 0 ? 0 : 30 + random.nextInt(90);
        }
        speed = Math.max(0, speed + Math.max(-3, Math.min(2, (target - speed) / 5)) + random.nextGaussian() * 0.3);
        heading += random.nextGaussian() * 0.02;
        lat += speed / 3.6 * Math.cos(heading) / 111_320;
        lon += speed / 3.6 * Math.sin(heading) / 60_600;
    }

    private void obd(String name, Object value, String unit) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("value", value);
        fields.put("unit", unit);
        boolean newRequest = responseMicros == 0 || !combined;
        responseMicros += newRequest ? 8_000 + random.nextInt(12_000) : 0;
        add("obd." + name, due + responseMicros, fields);
    }

    private void position(int second) {
        Map<String, Object> fields = new LinkedHashMap<>();
        int clock = 6 * 3600 + second;
        fields.put("utc", String.format("%02d:%02d:%02d", clock / 3600 % 24, clock / 60 % 60, clock % 60));
        fields.put("loc", new LinkedHashMap<>(Map.of("lat", round(lat, 1e5), "lon", round(lon, 1e5))));
        fields.put("alt", round(34 + random.nextGaussian(), 10));
        fields.put("sog", round(speed + random.nextGaussian() * 0.3, 10));
        fields.put("cog", round((heading * 57.3 % 360 + 360) % 360, 100));
        fields.put("nsat", 9 + random.nextInt(2));
        add("track.pos", due + 90_000 + random.nextInt(3_000), fields);
    }

    private void battery() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("voltage", round(14.1 + random.nextGaussian() * 0.05, 100));
        fields.put("level", 100);
        fields.put("state", "charging");
        add("obd.bat", due + 30_000 + random.nextInt(4_000), fields);
    }

    private Map<String, Object> temperature() {
        return new LinkedHashMap<>(Map.of("value", round(51 + random.nextInt(4) * 0.538, 1000), "unit", "C"));
    }

    private static double round(double value, double parts) {
        return Math.round(value * parts) / parts;
    }

    private void add(String type, long micros, Map<String, Object> fields) {
        Timestamp at = new Timestamp(micros, micros - start + 5_000_000, true);
        records.add(new SequencedRecord(records.size() + 1L, new TelemetryRecord(type, at, fields, Priority.NORMAL)));
    }
}
