package io.outrider.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Measurement of a buffer after thirty days without network, in a process with the daemon's flags. */
final class OfflineBacklog {
    private static final int DAYS = 30;
    private static final double MOST_MEGABYTES_ON_DISK = 32;
    private static final double MOST_MILLIS_TO_OPEN = 2_000;

    private final Path folder;

    OfflineBacklog(Path folder) {
        this.folder = folder;
    }

    List<Figure> measure() throws Exception {
        String[] filled;
        double filling;
        try (JavaProgram unit = program()) {
            filled = unit.request("fill").split(" ");
            filling = unit.memory().peak();
        }
        double empty;
        try (JavaProgram unit = new JavaProgram(
                folder.resolve("offline.log"),
                OfflineBufferProgram.class,
                folder.resolve("empty").toString(),
                "0")) {
            empty = Double.parseDouble(unit.request("opened"));
        }
        try (JavaProgram unit = program()) {
            double opened = Double.parseDouble(unit.request("opened"));
            double opening = unit.memory().peak();
            String[] drained = unit.request("drain").split(" ");
            double draining = unit.memory().peak();
            return List.of(disk(filled, drained), opening(opened, empty), memory(filling, opening, draining));
        }
    }

    private JavaProgram program() throws IOException {
        return new JavaProgram(
                folder.resolve("offline.log"),
                OfflineBufferProgram.class,
                folder.resolve("offline").toString(),
                Integer.toString(DAYS));
    }

    private static Figure opening(double millis, double empty) {
        return new Figure(
                "opening with what is left of the " + DAYS + " days",
                Durations.text(millis),
                "an empty buffer " + Durations.text(empty),
                millis / empty,
                "at most " + Durations.text(MOST_MILLIS_TO_OPEN),
                millis <= MOST_MILLIS_TO_OPEN);
    }

    private static Figure disk(String[] filled, String[] drained) {
        long records = Long.parseLong(filled[0]);
        double megabytes = Long.parseLong(filled[1]) / 1048576.0;
        long out = Long.parseLong(drained[0]);
        long losses = Long.parseLong(drained[1]);
        long disorder = Long.parseLong(drained[2]);
        double wire = Double.parseDouble(drained[3]) / Math.max(out, 1);
        return new Figure(
                DAYS + " days offline, 8 records a second for two hours a day, on the disk",
                String.format(
                        "%.1f MB, %.1f bytes a record; %,d of %,d drained, %d losses, %d out of order",
                        megabytes, megabytes * 1048576 / records, out, records, losses, disorder),
                String.format("the same on the wire, batches of 500, %.1f bytes a record", wire),
                megabytes * 1048576 / records / wire,
                "at most " + (int) MOST_MEGABYTES_ON_DISK + " MB, all drained, in order",
                megabytes <= MOST_MEGABYTES_ON_DISK && out == records && losses == 0 && disorder == 0);
    }

    private static Figure memory(double filling, double opening, double draining) throws IOException {
        return Figure.memory(
                "resident memory at its peak, over the " + DAYS + " days and the drain",
                Math.max(filling, Math.max(opening, draining)),
                String.format("%.1f MB filling, %.1f MB opening, %.1f MB draining", filling, opening, draining));
    }
}
