package io.outrider.bench.matrix;

import io.outrider.testkit.Programs;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Program {@code bench/matrix}: releases on a real engine, with every fault at every step. Each case must end in all of the new
 * or all of the old containers, and a foreign container must not be touched.
 */
public final class Matrix {
    private final MatrixOptions options;
    private final Path folder;
    private final PrintStream out;
    private final Queue<MatrixCase> cases = new ConcurrentLinkedQueue<>();
    private final List<MatrixResult> results = Collections.synchronizedList(new ArrayList<>());

    private Matrix(MatrixOptions options, Path folder, PrintStream out) {
        this.options = options;
        this.folder = folder;
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) throws Exception {
        if (arguments.contains("--help")) {
            out.println(MatrixOptions.USAGE);
            return 0;
        }
        MatrixOptions options;
        try {
            options = MatrixOptions.of(arguments);
        } catch (IllegalArgumentException e) {
            err.println("bench/matrix: " + e.getMessage() + "; see bench/matrix --help");
            return 2;
        }
        Path folder = Files.createTempDirectory("outrider-matrix");
        System.setProperty("logback.configurationFile", "io/outrider/bench/matrix/logback.xml");
        System.setProperty("outrider.matrix.log", folder.resolve("agents.log").toString());
        return new Matrix(options, folder, out).run();
    }

    private int run() throws Exception {
        long begin = System.nanoTime();
        Map<MatrixScenario, List<MatrixPoint>> points;
        MatrixCases first = unit(0);
        try {
            points = points(first);
        } catch (Exception | AssertionError e) {
            first.close();
            throw e;
        }
        // one fault after the other: a process that is to be killed is started while the one before is judged
        points.forEach((scenario, steps) -> Arrays.stream(MatrixFault.values())
                .flatMap(fault -> steps.stream().map(step -> new MatrixCase(scenario, step, fault)))
                .filter(options::wants)
                .forEach(cases::add));
        int all = cases.size();
        if (options.list()) {
            first.close();
            cases.forEach(out::println);
            out.println(all + " cases");
            return 0;
        }
        if (options.cuts() > 0) {
            first.close();
            cases.clear();
            List<MatrixPoint> upgrade = points.get(MatrixScenario.UPGRADE);
            PowerCutMatrix cuts = new PowerCutMatrix(Path.of(""), folder.resolve("machine"), out);
            results.addAll(cuts.run(upgrade, options.cuts()));
            return report(Map.of(), options.cuts(), (System.nanoTime() - begin) / 1_000_000_000L);
        }
        int units = Math.max(1, Math.min(options.units(), all));
        ExecutorService threads = Executors.newFixedThreadPool(units);
        List<Future<Void>> running = new ArrayList<>();
        running.add(threads.submit(() -> work(first, all)));
        for (int i = 1; i < units; i++) {
            int number = i;
            Callable<Void> another = () -> work(unit(number), all);
            running.add(threads.submit(another));
        }
        threads.shutdown();
        for (Future<Void> each : running) {
            each.get();
        }
        return report(points, all, (System.nanoTime() - begin) / 1_000_000_000L);
    }

    private MatrixCases unit(int number) throws IOException {
        return new MatrixCases(MatrixWorld.open(folder.resolve("unit-" + number)));
    }

    private Map<MatrixScenario, List<MatrixPoint>> points(MatrixCases unit) throws Exception {
        Map<MatrixScenario, List<MatrixPoint>> points = new EnumMap<>(MatrixScenario.class);
        for (MatrixScenario each : MatrixScenario.values()) {
            if (options.scenario() == null || options.scenario() == each || options.cuts() > 0) {
                points.put(each, unit.points(each));
            }
        }
        return points;
    }

    private Void work(MatrixCases unit, int all) {
        try (unit) {
            for (MatrixCase each = cases.poll(); each != null; each = cases.poll()) {
                MatrixResult result = unit.run(each);
                results.add(result);
                out.println(results.size() + "/" + all + " " + (result.good() ? "" : "WRONG ") + result);
            }
        }
        return null;
    }

    private int report(Map<MatrixScenario, List<MatrixPoint>> points, int all, long seconds) {
        if (!points.isEmpty()) {
            out.println();
            out.print(MatrixTable.text(points, results));
        }
        List<MatrixResult> wrong = results.stream().filter(each -> !each.good()).toList();
        wrong.forEach(each -> out.println("WRONG: " + each));
        out.printf(
                "%d cases, %d new, %d old, %d wrong, %d:%02d min%n",
                results.size(),
                count(MatrixResult.NEW),
                count(MatrixResult.OLD),
                wrong.size(),
                seconds / 60,
                seconds % 60);
        if (!wrong.isEmpty()) {
            out.println("logs: " + folder);
        } else {
            Programs.run("rm", "-rf", "--one-file-system", folder.toString());
        }
        return wrong.isEmpty() && results.size() == all ? 0 : 1;
    }

    private long count(String end) {
        return results.stream()
                .filter(each -> each.good() && each.end().equals(end))
                .count();
    }
}
