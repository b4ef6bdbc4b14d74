package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** All that {@code bench/measure commands} measures: the installed daemon and a real broker on this machine. */
final class CommandMeasurements {
    private static final String UNIT = "measured";
    private static final int STARTS = 3;
    private static final int IDLE_SECONDS = 30;
    private static final double MOST_SECONDS = 3;
    private static final double MOST_MEGABYTES = 80;

    private final Consumer<List<Figure>> out;

    /** @param out receives each figure at once */
    CommandMeasurements(Consumer<List<Figure>> out) {
        this.out = out;
    }

    void measure() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        DaemonProcess.archive();
        try (Mosquitto broker = Mosquitto.open(folder)) {
            try (LinkedDaemon daemon = daemon(folder, broker)) {
                out.accept(List.of(start(daemon)));
                idle(folder, daemon);
                answers(folder, broker, daemon);
            }
            out.accept(List.of(new Acknowledgements(broker, folder).measure()));
        }
    }

    /** A part of it: how long answers take, and the memory then. */
    void measureAnswers() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkedDaemon daemon = daemon(folder, broker)) {
            daemon.start();
            answers(folder, broker, daemon);
        }
    }

    /** Another part. */
    void measureAcknowledgements() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        try (Mosquitto broker = Mosquitto.open(folder)) {
            out.accept(List.of(new Acknowledgements(broker, folder).measure()));
        }
    }

    private static LinkedDaemon daemon(Path folder, Mosquitto broker) {
        return new LinkedDaemon(folder, UNIT, broker, "url = \"mqtt://127.0.0.1:" + broker.port() + "\"");
    }

    private void answers(Path folder, Mosquitto broker, LinkedDaemon daemon) throws Exception {
        out.accept(new PingAnswers(broker, UNIT, folder).measure());
        out.accept(List.of(memory(daemon, "after the commands above")));
    }

    /** Leaves the daemon running. */
    private static Figure start(LinkedDaemon daemon) throws Exception {
        daemon.start(); // the first makes its folders
        double[] starts = new double[STARTS];
        double[] bare = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            daemon.stop();
            bare[i] = JavaProgram.bareStart();
            starts[i] = daemon.start();
        }
        return new Figure(
                "start to linked, as the broker sees it",
                String.format("%.2f s", Rounds.median(starts)),
                String.format("a Java program that does nothing %.2f s", Rounds.median(bare)),
                Rounds.median(starts) / Rounds.median(bare),
                "at most " + (int) MOST_SECONDS + " s",
                Rounds.median(starts) <= MOST_SECONDS);
    }

    private void idle(Path folder, LinkedDaemon daemon) throws Exception {
        List<Figure> figures = new ArrayList<>();
        try (IdleTraffic traffic = new IdleTraffic(folder)) {
            traffic.start();
            Thread.sleep(IDLE_SECONDS * 1_000L); // idleness is what is measured
            figures.add(traffic.measure());
        }
        figures.add(memory(daemon, "linked, idle for " + IDLE_SECONDS + " s"));
        out.accept(figures);
    }

    private static Figure memory(LinkedDaemon daemon, String when) throws Exception {
        double megabytes = JavaProgram.megabytes(daemon.pid(), 0);
        double bare = JavaProgram.bareMegabytes();
        return new Figure(
                "resident memory of the daemon, " + when,
                String.format("%.1f MB, %d threads", megabytes, JavaProgram.threads(daemon.pid())),
                String.format("a Java program that does nothing %.1f MB", bare),
                megabytes / bare,
                "at most " + (int) MOST_MEGABYTES + " MB",
                megabytes > 0 && megabytes <= MOST_MEGABYTES);
    }
}
