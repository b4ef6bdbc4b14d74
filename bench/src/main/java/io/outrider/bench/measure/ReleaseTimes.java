package io.outrider.bench.measure;

import io.outrider.bench.daemon.ContainerUnit;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Measurement of releases of three containers on the installed daemon, beside the same by shell on the same engine and registry.
 * The two alternate. There is no probation; a release that is measured has been checked before.
 */
final class ReleaseTimes implements AutoCloseable {
    private static final int ROUNDS = 7;
    private static final int ROLLBACKS = 3;
    private static final int CONTAINERS = 3;
    private static final int LAYER_BYTES = 4 << 20;
    private static final double MOST_RATIO = 1.1;
    private static final double MOST_ROLLBACK_MILLIS = 5_000;

    private final ContainerUnit unit;
    private final List<String> images = new ArrayList<>();
    private int version;
    private List<String> byShell = List.of(); // names of the containers that the shell has started

    ReleaseTimes(Path folder) throws Exception {
        unit = new ContainerUnit(folder, "released", "[releases]\nprobation = 0\npull = \"idle\"\n", builder -> {});
        try {
            for (int i = 0; i < CONTAINERS; i++) {
                images.add(unit.push(TestImage.running("app" + i + ":1").withLayers(LAYER_BYTES, LAYER_BYTES)));
            }
            unit.daemon().startLinked();
        } catch (Exception | Error e) {
            unit.close();
            throw e;
        }
    }

    List<Figure> apply() throws Exception {
        return List.of(apply(true), apply(false));
    }

    private Figure apply(boolean local) throws Exception {
        double firstByShell = applyByShell(local);
        double first = applyRelease(local);
        double[] millis = AlternatingRounds.medians(ROUNDS, () -> applyRelease(local), () -> applyByShell(local));
        return ratio(
                "apply of " + CONTAINERS + " containers, images " + (local ? "" : "not ") + "on the unit, median of "
                        + ROUNDS,
                millis[0],
                "the first " + text(first),
                millis[1],
                "docker pull and docker run by shell",
                "the first " + text(firstByShell));
    }

    private double applyRelease(boolean local) {
        clear(local);
        check(Map.of());
        double millis = unit.call("state.sls", "docker.release");
        unit.await("r" + version, "applied");
        return millis;
    }

    private double applyByShell(boolean local) {
        clear(local);
        byShell = List.of();
        StringBuilder lines = new StringBuilder();
        images.forEach(image -> lines.append("docker pull -q ").append(image).append('\n'));
        long begun = System.nanoTime();
        runByShell(lines);
        return (System.nanoTime() - begun) / 1e6;
    }

    private void clear(boolean local) {
        if (local) {
            unit.engine().removeContainers();
        } else {
            unit.engine().clear();
        }
    }

    /** Desires the next release, and waits until it is checked and waits for the vehicle. */
    private void check(Map<String, ?> last) {
        version++;
        List<Map<String, Object>> containers = new ArrayList<>();
        for (int i = 0; i < CONTAINERS; i++) {
            Map<String, Object> parameters = new HashMap<>(Map.of("network_mode", "none", "restart_policy", "no"));
            if (i == CONTAINERS - 1) {
                parameters.putAll(last);
            }
            containers.add(ContainerUnit.container("c" + i, images.get(i), parameters));
        }
        unit.desire("r" + version, containers, "waiting");
    }

    private void runByShell(StringBuilder lines) {
        List<String> names = new ArrayList<>();
        version++;
        for (int i = 0; i < CONTAINERS; i++) {
            names.add("shell-" + i + "-" + version);
            lines.append("docker run -d --network none --name ")
                    .append(names.get(i))
                    .append(' ');
            lines.append(images.get(i)).append('\n');
        }
        Programs.run(unit.shell(lines.toString()));
        byShell = names;
    }

    List<Figure> switching() throws Exception {
        applyByShell(false);
        check(Map.of());
        unit.call("state.sls", "docker.release");
        List<Double> some = new ArrayList<>();
        List<Double> someByShell = new ArrayList<>();
        double[] none = AlternatingRounds.medians(
                ROUNDS,
                () -> {
                    check(Map.of());
                    Instant begun = Instant.now();
                    unit.call("state.sls", "docker.release");
                    return none(begun, some);
                },
                () -> {
                    String old = String.join(" ", byShell);
                    Instant begun = Instant.now();
                    runByShell(new StringBuilder("docker stop " + old + "\n"));
                    double millis = none(begun, someByShell);
                    unit.docker("rm", old);
                    return millis;
                });
        return List.of(ratio(
                "none of " + CONTAINERS + " containers runs during a switch, median of " + ROUNDS,
                none[0],
                "not all of them for " + text(median(some)),
                none[1],
                "docker stop and docker run by shell",
                "not all of them for " + text(median(someByShell))));
    }

    private double none(Instant begun, List<Double> some) {
        ContainerEvents events = events(begun).of(CONTAINERS);
        some.add(events.someMillis());
        return events.noneMillis();
    }

    private ContainerEvents events(Instant begun) {
        return ContainerEvents.parse(unit.docker(
                "events --filter type=container --since",
                ContainerEvents.time(begun),
                "--until",
                ContainerEvents.time(Instant.now()),
                "--format '" + ContainerEvents.FORMAT + "'"));
    }

    List<Figure> rollback() throws Exception {
        applyByShell(false); // so that the images are there
        unit.engine().removeContainers();
        List<Double> byHand = new ArrayList<>();
        List<Double> afterFailure = new ArrayList<>();
        for (int i = 0; i < ROLLBACKS; i++) {
            check(Map.of());
            unit.call("state.sls", "docker.release");
            String before = running();
            check(Map.of());
            unit.call("state.sls", "docker.release");
            unit.registry().stop();
            byHand.add(unit.call("docker.rollback", "app"));
            require(before);
            unit.registry().start();
            afterFailure.add(failure(before));
        }
        return List.of(
                limit("rollback by hand, registry gone, longest of " + ROLLBACKS, byHand),
                limit(
                        "rollback after a start that fails, registry gone: from the end of the old containers until all"
                                + " run again, longest of " + ROLLBACKS,
                        afterFailure));
    }

    private double failure(String before) {
        check(Map.of("command", List.of("/missing")));
        unit.registry().stop();
        Instant begun = Instant.now();
        unit.call("state.sls", "docker.release");
        unit.await("r" + version, "failed");
        double millis = events(begun).someMillis();
        require(before);
        unit.registry().start();
        return millis;
    }

    private String running() {
        return new TreeSet<>(unit.docker("ps", "--format '{{.Names}}'").lines().toList()).toString();
    }

    private void require(String before) {
        if (!running().equals(before)) {
            throw new IllegalStateException("there run " + running() + ", not " + before);
        }
    }

    private static double median(List<Double> values) {
        return AlternatingRounds.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String text(double millis) {
        return String.format("%.0f ms", millis);
    }

    static Figure ratio(
            String name, double millis, String remark, double yardstick, String what, String yardstickRemark) {
        return new Figure(
                name,
                text(millis) + " (" + remark + ")",
                what + " " + text(yardstick) + " (" + yardstickRemark + ")",
                millis / yardstick,
                "at most " + MOST_RATIO + " times",
                millis <= MOST_RATIO * yardstick);
    }

    static Figure limit(String name, List<Double> millis) {
        double longest = millis.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return new Figure(name, text(longest), "", 0, "under 5 s", longest < MOST_ROLLBACK_MILLIS);
    }

    @Override
    public void close() throws Exception {
        unit.close();
    }
}
