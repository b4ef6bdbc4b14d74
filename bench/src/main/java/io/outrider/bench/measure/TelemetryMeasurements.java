package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Measurements of {@code bench/measure telemetry}. */
final class TelemetryMeasurements {
    private final Consumer<List<Figure>> out;

    /** @param out receives each figure at once */
    TelemetryMeasurements(Consumer<List<Figure>> out) {
        this.out = out;
    }

    /** A part of the measurements. */
    private interface Measurement {
        void measure() throws Exception;
    }

    /** The parts by name, in the order in which they run. */
    private Map<String, Measurement> parts() {
        Map<String, Measurement> parts = new LinkedHashMap<>();
        parts.put("appends", () -> out.accept(new BufferThroughput(folder()).measure()));
        parts.put("exposure", () -> out.accept(List.of(new DurabilityDelay(folder()).measure())));
        parts.put("thirty-days", () -> out.accept(new OfflineBacklog(folder()).measure()));
        parts.put("driving", () -> out.accept(new DrivingUnit(folder()).measure()));
        parts.put("resting", () -> out.accept(RestingUnit.measure(folder())));
        parts.put("installed", () -> {
            Installation.archive(DaemonProcess.installed());
            out.accept(InstalledUnit.measure(folder()));
        });
        return parts;
    }

    private static Path folder() throws IOException {
        return Files.createTempDirectory("outrider-measure");
    }

    /**
     * Measures the parts named, or all; {@code buffer} is the first three, {@code units} the others.
     *
     * @return false if there is no such part; then nothing is measured
     */
    boolean measure(List<String> wanted) throws Exception {
        Map<String, Measurement> parts = parts();
        Set<String> chosen = new LinkedHashSet<>();
        for (String each : wanted) {
            switch (each) {
                case "buffer" -> chosen.addAll(List.of("appends", "exposure", "thirty-days"));
                case "units" -> chosen.addAll(List.of("driving", "resting", "installed"));
                default -> chosen.add(each);
            }
        }
        if (!parts.keySet().containsAll(chosen)) {
            return false;
        }
        for (Map.Entry<String, Measurement> part : parts.entrySet()) {
            if (chosen.isEmpty() || chosen.contains(part.getKey())) {
                part.getValue().measure();
            }
        }
        return true;
    }
}
