package io.outrider.bench.measure;

import io.outrider.bench.daemon.ContainerUnit;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TestImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurement of the resident memory of installed daemons that are linked and idle: with containers on and a release applied,
 * with containers off, and without the module and its libraries. They run at the same time and are started anew several times.
 * The latter two are compared after a collection of garbage: before, they differ by up to 1 MB in what the collector has left so
 * far, whichever allocates a little more.
 * {@code OUTRIDER_BASELINE} is the start script of another build to compare with, such as the one before the module.
 */
final class ContainerMemory {
    private static final int ROUNDS = 3;

    /** Beyond the 60 s after which the JVM gives free memory back. */
    private static final int IDLE_SECONDS = 75;

    private static final double MOST_MORE = 12;

    /** Differences of the medians below it are not told from those between two starts of the same program. */
    private static final double NOISE = 0.5;

    private static final String JCMD =
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();

    private static final String ON = "on";
    private static final String OFF = "off";
    private static final String WITHOUT = "without";
    private static final String BASELINE = "baseline";

    private final Map<String, DaemonProcess> daemons = new LinkedHashMap<>();
    private final Map<String, List<Double>> megabytes = new LinkedHashMap<>();
    private final Map<String, List<Double>> collected = new LinkedHashMap<>();

    private ContainerMemory() {}

    static List<Figure> measure(Path folder) throws Exception {
        return new ContainerMemory().run(folder);
    }

    private List<Figure> run(Path folder) throws Exception {
        try (ResourceCloser resources = new ResourceCloser()) {
            ContainerUnit on =
                    resources.add(new ContainerUnit(folder, ON, "[releases]\nprobation = 0\n", builder -> {}));
            daemons.put(ON, on.daemon());
            Mosquitto broker = resources.add(Mosquitto.open(folder));
            Installation copy = new Installation(folder.resolve("copy"))
                    .without("outrider-docker", "docker-java")
                    .archive();
            add(resources, OFF, broker, new UnitBuilder(folder.resolve(OFF), OFF));
            add(resources, WITHOUT, broker, new UnitBuilder(folder.resolve(WITHOUT), WITHOUT).program(copy));
            String baseline = System.getenv("OUTRIDER_BASELINE");
            if (baseline != null) {
                Path program = Path.of(baseline).toAbsolutePath();
                Installation.archive(program);
                add(resources, BASELINE, broker, new UnitBuilder(folder.resolve(BASELINE), BASELINE).program(program));
            }
            on.daemon().startLinked();
            release(on, "r1");
            on.daemon().stop();
            for (int i = 0; i < ROUNDS; i++) {
                round();
            }
            on.daemon().startLinked();
            release(on, "r2");
            Thread.sleep(IDLE_SECONDS * 1_000L); // the idle time that is measured
            return figures(megabytes, collected, on.daemon().memory().now());
        }
    }

    private void add(ResourceCloser resources, String name, Mosquitto broker, UnitBuilder builder) {
        DaemonProcess daemon = resources.add(builder.broker(broker).localApi().build());
        daemons.put(name, daemon);
    }

    private static void release(ContainerUnit unit, String version) {
        String image = unit.push(TestImage.running("app:" + version));
        unit.desire(
                version,
                List.of(
                        ContainerUnit.container("a", image, Map.of("network_mode", "none")),
                        ContainerUnit.container("b", image, Map.of("network_mode", "none")),
                        ContainerUnit.container("c", image, Map.of("network_mode", "none"))),
                "waiting");
        unit.call("state.sls", "docker.release");
        unit.await(version, "applied");
    }

    private void round() throws Exception {
        for (DaemonProcess each : daemons.values()) {
            each.startLinked();
        }
        Thread.sleep(IDLE_SECONDS * 1_000L); // the idle time that is measured
        read(megabytes);
        for (DaemonProcess each : daemons.values()) {
            Programs.run(List.of(JCMD, Long.toString(each.pid()), "GC.run"));
        }
        read(collected);
        for (DaemonProcess each : daemons.values()) {
            each.stop();
        }
    }

    private void read(Map<String, List<Double>> into) throws IOException {
        for (Map.Entry<String, DaemonProcess> each : daemons.entrySet()) {
            into.computeIfAbsent(each.getKey(), key -> new ArrayList<>())
                    .add(each.getValue().memory().now());
        }
    }

    /**
     * @param collected memory of the same daemons after a collection, with the thread of {@code jcmd}
     * @param after memory of the daemon that has applied a release in this run of it
     */
    static List<Figure> figures(
            Map<String, List<Double>> megabytes, Map<String, List<Double>> collected, double after) {
        double on = median(megabytes.get(ON));
        double off = median(megabytes.get(OFF));
        List<Figure> figures = new ArrayList<>(List.of(new Figure(
                "resident memory, containers on and idle, a release of three applied",
                text(megabytes.get(ON)),
                "containers off " + text(megabytes.get(OFF)),
                on / off,
                "at most 12 MB more",
                on - off <= MOST_MORE)));
        figures.add(new Figure(
                "the same, idle after it applied a release",
                String.format("%.1f MB", after),
                "containers off " + text(megabytes.get(OFF)),
                after / off,
                "at most 12 MB more",
                after - off <= MOST_MORE));
        for (String each : List.of(WITHOUT, BASELINE)) {
            if (collected.containsKey(each)) {
                figures.add(new Figure(
                        "resident memory after a collection, containers off",
                        text(collected.get(OFF)),
                        (each.equals(WITHOUT) ? "without the module " : "the other build ") + text(collected.get(each)),
                        median(collected.get(OFF)) / median(collected.get(each)),
                        "not more (but for " + NOISE + " MB of noise)",
                        median(collected.get(OFF)) - median(collected.get(each)) <= NOISE));
            }
        }
        return figures;
    }

    private static double median(List<Double> values) {
        return AlternatingRounds.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String text(List<Double> values) {
        return String.format(
                "%.1f MB (%.1f to %.1f)",
                median(values),
                values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }
}
