package io.outrider.bench.measure;

import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.List;

/** Measurement of processor time and wake-ups of an idle unit: all default loggers, a silent bus, no calls. */
final class RestingUnit {
    private static final String UNIT = "resting";
    private static final int SETTLING_SECONDS = 60;
    private static final int SECONDS = 60;
    private static final double MOST_CPU_PERCENT = 1;
    private static final double MOST_SWITCHES = 3;

    private RestingUnit() {}

    static List<Figure> measure(Path folder) throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder)) {
            Path home = new UnitBuilder(folder.resolve(UNIT), UNIT)
                    .broker(broker)
                    .settings("[upload]\nage = 10\n")
                    .write();
            try (JavaProgram unit =
                    new JavaProgram(home.resolve("printed"), LoggingDaemonProgram.class, home.toString(), "rests")) {
                return figures("at rest, silent bus", unit.pid());
            }
        }
    }

    /** Use by a process after a time to settle, beside a Java program that does nothing. */
    static List<Figure> figures(String when, long pid) throws Exception {
        try (JavaProgram bare = new JavaProgram(Path.of("/dev/null"), JavaProgram.Bare.class)) {
            Thread.sleep(SETTLING_SECONDS * 1_000L); // start, link and first messages
            CpuUsage begun = CpuUsage.now(pid);
            CpuUsage bareUse = CpuUsage.during(bare.pid(), SECONDS);
            CpuUsage use = CpuUsage.now(pid).since(begun);
            return List.of(
                    figure(
                            "processor " + when + ", per cent of a core",
                            use.cpuPercent(),
                            bareUse.cpuPercent(),
                            MOST_CPU_PERCENT),
                    figure(
                            "wake-ups a second " + when,
                            use.switchesPerSecond(),
                            bareUse.switchesPerSecond(),
                            MOST_SWITCHES));
        }
    }

    private static Figure figure(String name, double measured, double bare, double most) {
        return new Figure(
                name,
                String.format("%.2f in %d s", measured, SECONDS),
                String.format("a Java program that does nothing %.2f", bare),
                bare > 0 ? measured / bare : 0,
                "at most " + (int) most,
                measured <= most);
    }
}
