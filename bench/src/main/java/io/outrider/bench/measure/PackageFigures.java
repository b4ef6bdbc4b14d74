package io.outrider.bench.measure;

import io.outrider.bench.daemon.ProcessMemory;
import io.outrider.bench.daemon.ProcessOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Figures of a package that need no running unit, and the form of those of its memory. */
final class PackageFigures {
    private static final int MOST_MEGABYTES = 70;
    private static final double MOST_PACKED = 15;
    private static final double MOST_EXPOSURE = 2;
    private static final Pattern SCORE = Pattern.compile("level for .*: ([0-9.]+)");

    private PackageFigures() {}

    static Figure memory(String when, long pid) throws IOException {
        return memory(when, pid, true);
    }

    /** @param limited false if 70 MB are no target */
    static Figure memory(String when, long pid, boolean limited) throws IOException {
        ProcessMemory memory = ProcessMemory.of(pid);
        Figure figure = Figure.memory(
                "resident memory " + when,
                memory.now(),
                String.format(
                        Locale.ROOT,
                        "%.1f MB, proportional %.1f, most so far %.1f, %d threads",
                        memory.now(),
                        ProcessMemory.proportional(pid),
                        memory.peak(),
                        memory.threads()),
                limited ? MOST_MEGABYTES : Integer.MAX_VALUE);
        return new Figure(
                figure.name(),
                figure.measured(),
                figure.yardstick() + "; " + ComparedAgents.MEMORY,
                figure.ratio(),
                limited ? figure.target() : "none",
                figure.ok());
    }

    /**
     * Sizes and exposure.
     *
     * @param deb the package
     * @param unpacked the folder into which it has been unpacked, with the archive of classes
     */
    static List<Figure> sizes(Path deb, Path unpacked) throws IOException, InterruptedException {
        double packed = Files.size(deb) / 1e6;
        double archive = megabytes(unpacked, ".jsa");
        double all = megabytes(unpacked, "");
        double jars = megabytes(unpacked, ".jar");
        double exposure = exposure(unpacked.resolve("lib/systemd/system/outrider.service"));
        return List.of(
                new Figure(
                        "size of " + deb.getFileName(),
                        String.format(Locale.ROOT, "%.1f MB", packed),
                        ComparedAgents.SIZE,
                        0,
                        "at most 15 MB",
                        packed <= MOST_PACKED),
                new Figure(
                        "size on the disk, installed, with the archive of classes",
                        String.format(Locale.ROOT, "%.1f MB, jars %.1f, archive %.1f", all, jars, archive),
                        ComparedAgents.SIZE,
                        0,
                        "none",
                        archive > 0 && jars > 0),
                new Figure(
                        "exposure of the service",
                        String.format(Locale.ROOT, "%.1f", exposure),
                        ComparedAgents.EXPOSURE,
                        0,
                        "at most 2.0",
                        exposure <= MOST_EXPOSURE));
    }

    /** Megabytes of the files whose names end so. */
    static double megabytes(Path folder, String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            long bytes = 0;
            for (Path each : all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(end))
                    .toList()) {
                bytes += Files.size(each);
            }
            return bytes / 1e6;
        }
    }

    private static double exposure(Path unit) throws InterruptedException {
        ProcessOutput output =
                ProcessOutput.by("systemd-analyze", "security", "--no-pager", "--offline=yes", unit.toString());
        Matcher score = SCORE.matcher(output.out());
        if (!score.find()) {
            throw new IllegalStateException("systemd-analyze says no level: " + output.err());
        }
        return Double.parseDouble(score.group(1));
    }
}
