package io.outrider.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Simulated hardware of a unit in the vehicle on its drive: satellite receiver, accelerometer, processor temperature and
 * modem. Functions, fields and decimals are those of the real modules.
 */
final class SimulatedHardware {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    private final DoubleSupplier speedKmh;
    private final Supplier<Instant> now;
    private final SplittableRandom random = new SplittableRandom(7);
    private double lat = 57.0224;
    private double lon = 9.899;
    private double course = 140;
    private double north; // slowly changing error of the receiver, in degrees
    private double east;
    private Instant last;

    SimulatedHardware(DoubleSupplier speedKmh, Supplier<Instant> now) {
        this.speedKmh = speedKmh;
        this.now = now;
        last = now.get();
    }

    List<ModuleFactory> modules() {
        return List.of(
                module("gnss.location", this::location),
                module("acc.query", this::acceleration),
                module("rpi.temp", this::temperatures),
                module("ec2x.data_usage", this::usage));
    }

    /** Arguments of all functions. */
    record Arguments(@JsonProperty String cmd) {}

    private synchronized Map<String, Object> location() {
        Instant at = now.get();
        double speed = speedKmh.getAsDouble();
        double metres = speed / 3.6 * (at.toEpochMilli() - last.toEpochMilli()) / 1_000;
        last = at;
        course = (course + (speed > 0 ? noise(12) : 0) + 360) % 360;
        lat += metres * Math.cos(Math.toRadians(course)) / 111_320;
        lon += metres * Math.sin(Math.toRadians(course)) / 60_600;
        north = north * 0.98 + noise(4e-6);
        east = east * 0.98 + noise(8e-6);
        Map<String, Object> fix = new LinkedHashMap<>();
        fix.put("_type", "pos");
        fix.put("utc", TIME.format(at));
        fix.put("date_utc", DAY.format(at));
        fix.put("loc", Map.of("lat", rounded(lat + north, 6), "lon", rounded(lon + east, 6)));
        fix.put("alt", rounded(34 + north * 3e5, 1));
        fix.put("sog", rounded(Math.max(0, speed + noise(0.5)), 1));
        fix.put("cog", rounded(course, 2));
        fix.put("nsat", 10 + (int) noise(2));
        fix.put("fix", "3d");
        fix.put("_stamp", Reading.text(at));
        return fix;
    }

    private synchronized Map<String, Object> acceleration() {
        boolean isMoving = speedKmh.getAsDouble() > 0;
        Map<String, Object> xyz = new LinkedHashMap<>();
        xyz.put("_type", "xyz");
        xyz.put("x", rounded(noise(isMoving ? 0.15 : 0.01), 2));
        xyz.put("y", rounded(noise(isMoving ? 0.1 : 0.01), 2));
        xyz.put("z", rounded(1 + noise(isMoving ? 0.08 : 0.01), 2));
        xyz.put("_stamp", Reading.text(now.get()));
        return xyz;
    }

    private synchronized Map<String, Object> temperatures() {
        return Map.of(
                "cpu", Map.of("value", rounded(48 + noise(3), 3), "unit", "C"),
                "gpu", Map.of("value", rounded(47 + noise(3), 1), "unit", "C"));
    }

    private synchronized Map<String, Object> usage() {
        long seconds = now.get().getEpochSecond() - 1_700_000_000L;
        Map<String, Object> usage = new LinkedHashMap<>();
        usage.put("_type", "data_usage");
        usage.put("sent", seconds * 71);
        usage.put("recv", seconds * 33);
        usage.put("_stamp", Reading.text(now.get()));
        return usage;
    }

    private double noise(double amplitude) {
        return random.nextDouble(-amplitude, amplitude);
    }

    private static double rounded(double value, int digits) {
        double scale = Math.pow(10, digits);
        return Math.round(value * scale) / scale;
    }

    private static HardwareModule module(String function, Supplier<Map<String, Object>> answer) {
        return new HardwareModule(new Signature<>(function, "A simulated reading", Arguments.class), answer);
    }

    private record HardwareModule(Signature<Arguments> signature, Supplier<Map<String, Object>> answer)
            implements ModuleFactory, Module {
        @Override
        public String name() {
            return signature.name().substring(0, signature.name().indexOf('.'));
        }

        @Override
        public List<Signature<?>> signatures() {
            return List.of(signature);
        }

        @Override
        public Module open(ModuleContext context) {
            return this;
        }

        @Override
        public List<Function<?>> functions() {
            return List.of(signature.with((Arguments arguments) -> answer.get()));
        }

        @Override
        public void close() {
            // no resources
        }
    }
}
