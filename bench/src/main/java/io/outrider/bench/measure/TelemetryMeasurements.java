package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Measurements of {@code bench/measure telemetry}. */
final class TelemetryMeasurements {
    private final Consumer<List<Figure>> out;

    /** @param out receives each figure at once */
    TelemetryMeasurements(Consumer<List<Figure>> out) {
        this.out = out;
    }

    void measure() throws Exception {
        measureBuffer();
        measureUnits();
    }

    /** Part: buffer and codec. */
    void measureBuffer() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        out.accept(new BufferThroughput(folder).measure());
        out.accept(List.of(new DurabilityDelay(folder).measure()));
        out.accept(new OfflineBacklog(folder).measure());
    }

    /** Part: whole units, driving and at rest. */
    void measureUnits() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        out.accept(new DrivingUnit(folder).measure());
        out.accept(RestingUnit.measure(folder));
        Installation.archive(DaemonProcess.installed());
        out.accept(InstalledUnit.measure(folder));
    }
}
