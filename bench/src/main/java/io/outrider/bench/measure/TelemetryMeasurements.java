package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** All that {@code bench/measure telemetry} measures. */
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

    /** A part of it: buffer and codec. */
    void measureBuffer() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        out.accept(new Appends(folder).measure());
        out.accept(List.of(new Exposure(folder).measure()));
        out.accept(new ThirtyDays(folder).measure());
    }

    /** Another part: whole units, driving and at rest. */
    void measureUnits() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        out.accept(new DrivingUnit(folder).measure());
        out.accept(new RestingUnit(folder).measure());
        DaemonProcess.archive();
        out.accept(InstalledUnit.measure(folder));
    }
}
