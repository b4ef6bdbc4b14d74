package io.outrider.bench.measure;

import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.List;

/** Measurement of an idle unit's resource use: all default loggers, a silent bus, no calls. */
final class RestingUnit {
    private static final int SETTLED_SECONDS = 60;
    private static final int SECONDS = 60;
    private static final double MOST_CPU_PERCENT = 1;
    private static final double MOST_SWITCHES = 5;

    private final Path folder;

    RestingUnit(Path folder) {
        this.folder = folder;
    }

    List<Figure> measure() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder)) {
            Path home = DrivingUnit.home(folder, "resting", broker, 10);
            try (JavaProgram unit =
                            new JavaProgram(home.resolve("printed"), LoggingUnit.class, home.toString(), "rests");
                    JavaProgram bare = new JavaProgram(home.resolve("bare"), JavaProgram.Bare.class)) {
                Thread.sleep(SETTLED_SECONDS * 1_000L); // it links, says what it has to, and comes to rest
                ProcessUse begun = ProcessUse.now(unit.pid());
                ProcessUse bareBegun = ProcessUse.now(bare.pid());
                Thread.sleep(SECONDS * 1_000L); // rest is what is measured
                ProcessUse used = ProcessUse.now(unit.pid()).since(begun);
                ProcessUse bareUsed = ProcessUse.now(bare.pid()).since(bareBegun);
                return List.of(
                        cpu("at rest, silent bus", used, bareUsed), switches("at rest, silent bus", used, bareUsed));
            }
        }
    }

    static Figure cpu(String when, ProcessUse used, ProcessUse bare) {
        return figure(
                "processor " + when + ", per cent of a core", used.cpuPercent(), bare.cpuPercent(), MOST_CPU_PERCENT);
    }

    static Figure switches(String when, ProcessUse used, ProcessUse bare) {
        return figure("wake-ups a second " + when, used.switchesASecond(), bare.switchesASecond(), MOST_SWITCHES);
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
