package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measurements of {@code bench/measure package}, of the program of an unpacked package. */
final class PackageMeasurements {
    static final List<String> PARTS = List.of("size", "start", "drive", "hour", "flags");

    private final Path deb;
    private final Consumer<List<Figure>> out;

    /** @param out receives the figures of each part at once */
    PackageMeasurements(Path deb, Consumer<List<Figure>> out) {
        this.deb = deb;
        this.out = out;
    }

    private interface Measurement {
        List<Figure> measure(Path folder) throws Exception;
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
        parts.put("size", folder -> sizes());
        parts.put("start", StartTimes::measure);
        parts.put("drive", DrivingPackage::drive);
        parts.put("hour", DrivingPackage::hour);
        parts.put("flags", JvmFlags::measure);
        for (String each : PARTS) {
            if (wanted.isEmpty() || wanted.contains(each)) {
                Path folder = Files.createTempDirectory("outrider-measure");
                out.accept(parts.get(each).measure(folder));
                Folders.delete(folder); // that of a failure stays, with its logs
            }
        }
        return true;
    }

    private List<Figure> sizes() throws Exception {
        Path program = DaemonProcess.installed();
        Installation.archive(program);
        Path unpacked = program.resolve("../../../../..").normalize();
        return PackageFigures.sizes(deb, unpacked);
    }
}
