package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.bench.daemon.ModuleJar;
import io.outrider.bench.daemon.UnitBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurement of the plan of a release of 50 containers: the first one in installed daemons, and in JVMs of their own with the
 * flags of the start script, but without its archive of classes.
 */
final class PlanTimes {
    private static final int PROGRAMS = 5;
    private static final int CALL_MILLIS = 10_000;
    private static final String UNIT = "plan";
    private static final int START_MILLIS = 3_000;
    private static final int WARM_UP = 200;
    private static final int PLANS = 50;
    private static final double MOST_MILLIS = 50;

    private PlanTimes() {}

    static List<Figure> measure(Path folder) throws Exception {
        double[] installed = new double[PROGRAMS];
        double[] first = new double[PROGRAMS];
        double[] bare = new double[PROGRAMS];
        List<Double> warm = new ArrayList<>();
        DaemonProcess daemon = daemon(folder);
        for (int i = 0; i < PROGRAMS; i++) {
            bare[i] = 1_000 * JavaProgram.bareStart();
            installed[i] = firstMillis(daemon);
            try (JavaProgram program = new JavaProgram(folder.resolve("plan.log"), ReleasePlanProgram.class)) {
                first[i] = millis(program.request("plan"));
                for (int j = 0; i == 0 && j < WARM_UP + PLANS; j++) {
                    double millis = millis(program.request("plan"));
                    if (j >= WARM_UP) {
                        warm.add(millis);
                    }
                }
            }
        }
        String start =
                String.format("start of a Java program that does nothing %.0f ms", AlternatingRounds.median(bare));
        return List.of(
                figure(
                        "the first in the installed daemon, median of " + PROGRAMS,
                        AlternatingRounds.median(installed),
                        start),
                figure(
                        "the first in a JVM without archive, median of " + PROGRAMS,
                        AlternatingRounds.median(first),
                        start),
                figure(
                        "after " + WARM_UP + " others, median of " + PLANS,
                        AlternatingRounds.median(
                                warm.stream().mapToDouble(Double::doubleValue).toArray()),
                        start));
    }

    /** Daemon of a copy of the installed program that has {@link ReleasePlanFactory} too, with an archive of its own. */
    static DaemonProcess daemon(Path folder) throws IOException, InterruptedException {
        Installation copy = new Installation(folder.resolve("outrider"));
        ModuleJar.write(
                folder.resolve("outrider/modules/release-plan.jar"),
                ReleasePlanFactory.class,
                List.of(ReleasePlanFactory.class, ReleasePlanProgram.class));
        copy.archive();
        return new UnitBuilder(folder.resolve(UNIT), UNIT)
                .program(copy)
                .localApi()
                .build();
    }

    /** Milliseconds of the first plan of a daemon; it has a moment to start its other parts. */
    static double firstMillis(DaemonProcess daemon) throws InterruptedException {
        try (daemon) {
            daemon.startAccepting();
            Thread.sleep(START_MILLIS);
            LocalApiClient api = new LocalApiClient(daemon.apiPort(), UNIT);
            return firstMillis(api.call(CALL_MILLIS, ReleasePlanFactory.FUNCTION));
        }
    }

    /** Of the answer of the local API, which is a text of JSON. */
    static double firstMillis(LocalApiClient.HttpResult answer) {
        if (!answer.isOk()) {
            throw new IllegalStateException(ReleasePlanFactory.FUNCTION + ": " + answer.text());
        }
        return millis(answer.text().strip().replace("\"", ""));
    }

    private static Figure figure(String name, double millis, String yardstick) {
        return new Figure(
                "plan for " + ReleasePlanProgram.CONTAINERS + " containers, " + name,
                Durations.text(millis),
                yardstick,
                0,
                "under 50 ms",
                millis < MOST_MILLIS);
    }

    /** Milliseconds of the program's answer; fails if the plan is not the one expected. */
    static double millis(String answer) {
        String[] words = answer == null ? new String[0] : answer.split(" ");
        if (words.length != 2 || !words[1].equals(String.valueOf(ReleasePlanProgram.CREATED))) {
            throw new IllegalStateException("not a plan that creates " + ReleasePlanProgram.CREATED + ": " + answer);
        }
        return Long.parseLong(words[0]) / 1e6;
    }
}
