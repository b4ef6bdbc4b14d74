package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measurement of the time from the start of the installed daemon until it is ready and until the broker has its presence, with
 * the archive of classes and without, and of its memory then. The starts alternate with those of a Java program that does nothing.
 */
final class StartTimes {
    private static final int ROUNDS = 9;
    private static final double MOST_LINKED_MILLIS = 600;
    private static final int SETTLING_SECONDS = 10;

    private StartTimes() {}

    /**
     * Milliseconds from one start.
     *
     * @param processor time of the daemon until it is linked, in steps of 10 ms; other programs at work stretch it less
     */
    record Start(double ready, double linked, double processor) {
        static Start of(DaemonProcess daemon, ReadySocket socket) throws IOException, InterruptedException {
            socket.clear();
            long begun = System.nanoTime();
            double linked = daemon.startLinked() * 1_000;
            double processor = CpuUsage.now(daemon.pid()).cpuSeconds() * 1_000;
            return new Start((socket.next() - begun) / 1e6, linked, processor);
        }
    }

    static List<Figure> measure(Path folder) throws Exception {
        try (ResourceCloser resources = new ResourceCloser()) {
            Mosquitto broker = resources.add(Mosquitto.open(folder));
            ReadySocket socket = resources.add(new ReadySocket(folder.resolve("notify")));
            Installation fast = new Installation(folder.resolve("fast")).archive();
            Installation slow = new Installation(folder.resolve("slow")).withoutArchive();
            DaemonProcess with = resources.add(daemon(folder, "with", broker, fast, socket));
            DaemonProcess without = resources.add(daemon(folder, "without", broker, slow, socket));
            List<Start> withArchive = new ArrayList<>();
            List<Start> withoutArchive = new ArrayList<>();
            List<Double> bare = new ArrayList<>();
            for (int i = 0; i <= ROUNDS; i++) {
                Start first = Start.of(with, socket);
                with.stop();
                Start second = Start.of(without, socket);
                without.stop();
                double nothing = JavaProgram.bareStart() * 1_000;
                if (i > 0) { // the first connects the watcher, and reads the files from the disk
                    withArchive.add(first);
                    withoutArchive.add(second);
                    bare.add(nothing);
                }
            }
            List<Figure> figures = figures(withArchive, withoutArchive, bare);
            with.startLinked();
            Thread.sleep(SETTLING_SECONDS * 1_000L); // the state that is measured
            figures.add(PackageFigures.memory(SETTLING_SECONDS + " s after the start, linked, no bus", with.pid()));
            return figures;
        }
    }

    private static DaemonProcess daemon(
            Path folder, String id, Mosquitto broker, Installation program, ReadySocket socket) {
        DaemonProcess daemon = new UnitBuilder(folder.resolve("unit-" + id), id)
                .broker(broker)
                .localApi()
                .program(program)
                .build();
        daemon.environment("NOTIFY_SOCKET", socket.path().toString());
        return daemon;
    }

    static List<Figure> figures(List<Start> with, List<Start> without, List<Double> bare) {
        List<Figure> figures = new ArrayList<>();
        List<Double> linked = with.stream().map(Start::linked).toList();
        figures.add(figure(
                "from start to READY, with the archive",
                with.stream().map(Start::ready).toList(),
                bare,
                0));
        figures.add(figure("from start to linked, with the archive", linked, bare, MOST_LINKED_MILLIS));
        figures.add(figure(
                "processor time until linked, with the archive",
                with.stream().map(Start::processor).toList(),
                bare,
                0));
        figures.add(figure(
                "from start to READY, without the archive",
                without.stream().map(Start::ready).toList(),
                bare,
                0));
        figures.add(figure(
                "from start to linked, without the archive",
                without.stream().map(Start::linked).toList(),
                bare,
                0));
        figures.add(figure(
                "processor time until linked, without the archive",
                without.stream().map(Start::processor).toList(),
                bare,
                0));
        return figures;
    }

    /** @param most milliseconds; 0 for no target */
    private static Figure figure(String name, List<Double> millis, List<Double> bare, double most) {
        double median = median(millis);
        return new Figure(
                name,
                text(millis),
                "a Java program that does nothing " + text(bare) + "; " + ComparedAgents.START,
                median / median(bare),
                most == 0 ? "none" : String.format(Locale.ROOT, "at most %.0f ms", most),
                most == 0 || median <= most);
    }

    static double median(List<Double> values) {
        return AlternatingRounds.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    static String text(List<Double> millis) {
        return String.format(
                Locale.ROOT,
                "%.0f ms (%.0f to %.0f)",
                median(millis),
                millis.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                millis.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }
}
