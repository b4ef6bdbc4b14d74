package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measurements of {@code bench/measure releases}. */
final class ReleaseMeasurements {
    static final List<String> PARTS = List.of("plan", "apply", "switch", "rollback", "memory");

    private final Consumer<List<Figure>> out;

    /** @param out receives the figures of each part at once */
    ReleaseMeasurements(Consumer<List<Figure>> out) {
        this.out = out;
    }

    private interface Measurement {
        List<Figure> measure(Path folder) throws Exception;
    }

    /** A measurement with a unit of its own. */
    private interface TimesMeasurement {
        List<Figure> measure(ReleaseTimes times) throws Exception;
    }

    private static Measurement times(TimesMeasurement part) {
        return folder -> {
            try (ReleaseTimes times = new ReleaseTimes(folder)) {
                return part.measure(times);
            }
        };
    }

    /**
     * Measures the parts named, or all.
     *
     * @return false if there is no such part; then nothing is measured
     */
    boolean measure(List<String> wanted) throws Exception {
        if (!PARTS.containsAll(wanted)) {
            return false;
        }
        Map<String, Measurement> parts = new LinkedHashMap<>();
        parts.put("plan", PlanTimes::measure);
        parts.put("apply", times(ReleaseTimes::apply));
        parts.put("switch", times(ReleaseTimes::switching));
        parts.put("rollback", times(ReleaseTimes::rollback));
        parts.put("memory", ContainerMemory::measure);
        Installation.archive(DaemonProcess.installed());
        for (String each : PARTS) {
            if (wanted.isEmpty() || wanted.contains(each)) {
                out.accept(parts.get(each).measure(Files.createTempDirectory("outrider-measure")));
            }
        }
        return true;
    }
}
