package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ProcessMemory;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measurements of {@code bench/measure commands}: the installed daemon and a real broker on this machine. */
final class CommandMeasurements {
    private static final String UNIT = "measured";
    private static final int STARTS = 3;
    private static final int IDLE_SECONDS = 30;
    private static final double MOST_SECONDS = 3;

    private final Consumer<List<Figure>> out;

    /** @param out receives each figure at once */
    CommandMeasurements(Consumer<List<Figure>> out) {
        this.out = out;
    }

    void measure() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        Installation.archive(DaemonProcess.installed());
        try (Mosquitto broker = Mosquitto.open(folder)) {
            try (DaemonProcess daemon = daemon(folder, broker)) {
                out.accept(List.of(start(daemon)));
                idle(folder, daemon);
                answers(folder, broker, daemon);
            }
            out.accept(List.of(new AcknowledgementLatency(broker, folder).measure()));
        }
    }

    /** Part: response times, and memory afterwards. */
    void measureAnswers() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        try (Mosquitto broker = Mosquitto.open(folder);
                DaemonProcess daemon = daemon(folder, broker)) {
            daemon.startLinked();
            answers(folder, broker, daemon);
        }
    }

    /** Part: acknowledgements of commands on a busy bus. */
    void measureAcknowledgements() throws Exception {
        Path folder = Files.createTempDirectory("outrider-measure");
        try (Mosquitto broker = Mosquitto.open(folder)) {
            out.accept(List.of(new AcknowledgementLatency(broker, folder).measure()));
        }
    }

    private static DaemonProcess daemon(Path folder, Mosquitto broker) {
        return new UnitBuilder(folder.resolve(UNIT), UNIT).broker(broker).build();
    }

    private void answers(Path folder, Mosquitto broker, DaemonProcess daemon) throws Exception {
        out.accept(new PingLatency(broker, UNIT, folder).measure());
        out.accept(List.of(memory(daemon, "after the commands above", 80)));
    }

    /** Time to the link; the daemon runs afterwards. */
    private static Figure start(DaemonProcess daemon) throws Exception {
        daemon.startLinked(); // the first start creates its folders
        double[] starts = new double[STARTS];
        double[] bare = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            daemon.stop();
            bare[i] = JavaProgram.bareStart();
            starts[i] = daemon.startLinked();
        }
        return new Figure(
                "start to linked, as the broker sees it",
                String.format("%.2f s", AlternatingRounds.median(starts)),
                String.format("a Java program that does nothing %.2f s", AlternatingRounds.median(bare)),
                AlternatingRounds.median(starts) / AlternatingRounds.median(bare),
                "at most " + (int) MOST_SECONDS + " s",
                AlternatingRounds.median(starts) <= MOST_SECONDS);
    }

    private void idle(Path folder, DaemonProcess daemon) throws Exception {
        List<Figure> figures = new ArrayList<>();
        try (IdleLinkTraffic traffic = new IdleLinkTraffic(folder)) {
            traffic.start();
            Thread.sleep(IDLE_SECONDS * 1_000L); // the idle time that is measured
            figures.add(traffic.measure());
        }
        figures.add(memory(daemon, "linked, idle for " + IDLE_SECONDS + " s", 70));
        out.accept(figures);
    }

    private static Figure memory(DaemonProcess daemon, String when, int most) throws Exception {
        ProcessMemory memory = daemon.memory();
        return Figure.memory(
                "resident memory of the daemon, " + when,
                memory.now(),
                String.format("%.1f MB, %d threads", memory.now(), memory.threads()),
                most);
    }
}
