package io.outrider.bench.measure;

import java.nio.file.Path;
import java.util.List;

/** Thirty days without network, in a process like the daemon's. */
final class ThirtyDays {
    private static final int DAYS = 30;
    private static final double MOST_MEGABYTES_ON_DISK = 32;
    private static final double MOST_MEGABYTES_HELD = 80;

    private final Path folder;

    ThirtyDays(Path folder) {
        this.folder = folder;
    }

    List<Figure> measure() throws Exception {
        try (JavaProgram unit = new JavaProgram(
                folder.resolve("offline.log"),
                OfflineUnit.class,
                folder.resolve("offline").toString(),
                Integer.toString(DAYS))) {
            String[] filled = unit.ask("fill").split(" ");
            String[] drained = unit.ask("drain").split(" ");
            double peak = ProcessUse.peakMegabytes(unit.pid());
            return List.of(disk(filled, drained), memory(peak));
        }
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

    private static Figure memory(double peak) throws Exception {
        double bare = JavaProgram.bareMegabytes();
        return new Figure(
                "resident memory at its peak, over the " + DAYS + " days and the drain",
                String.format("%.1f MB", peak),
                String.format("a Java program that does nothing %.1f MB", bare),
                peak / bare,
                "at most " + (int) MOST_MEGABYTES_HELD + " MB",
                peak <= MOST_MEGABYTES_HELD);
    }
}
