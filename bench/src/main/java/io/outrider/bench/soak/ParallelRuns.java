package io.outrider.bench.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Parallel runs of one scenario on several units with a common count. */
record ParallelRuns(String name, int units, Count count, Consumer<String> reporter) {
    private static final long END_SECONDS = 30;

    /** Run on one unit. */
    @FunctionalInterface
    interface SingleRun {
        /** @throws Skipped if the run is inconclusive */
        ScenarioOutcome run(String unit, long seed) throws Exception;
    }

    /**
     * Runs all units and adds up the conclusive outcomes.
     *
     * @throws Skipped if all runs were inconclusive
     * @throws Exception the first exception of a run, with those of others suppressed; all runs have ended by then, and the
     *     outcomes of the rest are reported
     */
    ScenarioOutcome run(SingleRun run, Random random) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(units);
        try {
            List<Future<ScenarioOutcome>> all = new ArrayList<>();
            for (int i = 0; i < units; i++) {
                String unit = unit(i);
                long seed = random.nextLong();
                all.add(threads.submit(() -> guarded(run, unit, seed)));
            }
            return sum(all);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        }
    }

    private ScenarioOutcome guarded(SingleRun run, String unit, long seed) throws Exception {
        try {
            return run.run(unit, seed);
        } catch (Skipped e) {
            reporter.accept(unit + ": skipped: " + e.getMessage());
            throw e;
        } catch (Exception | Error e) {
            count.giveUp();
            throw e;
        }
    }

    private String unit(int i) {
        return name + "-" + i;
    }

    private ScenarioOutcome sum(List<Future<ScenarioOutcome>> all) throws Exception {
        Map<String, ScenarioOutcome> outcomes = new LinkedHashMap<>();
        Skipped skipped = null;
        Throwable wrong = null;
        for (int i = 0; i < all.size(); i++) {
            try {
                outcomes.put(unit(i), all.get(i).get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Skipped reason) {
                    skipped = reason;
                } else if (wrong == null) {
                    wrong = e.getCause();
                } else {
                    wrong.addSuppressed(e.getCause());
                }
            }
        }
        if (wrong != null) {
            outcomes.forEach(this::report); // otherwise lost with the exception
        }
        if (wrong instanceof Error error) {
            throw error;
        } else if (wrong != null) {
            throw (Exception) wrong;
        }
        Skipped reason = skipped;
        return outcomes.values().stream().reduce(ScenarioOutcome::plus).orElseThrow(() -> reason);
    }

    private void report(String unit, ScenarioOutcome outcome) {
        reporter.accept(unit + ": " + outcome.sums().line());
        outcome.complaints().forEach(each -> reporter.accept("WRONG: " + unit + ": " + each));
    }
}
