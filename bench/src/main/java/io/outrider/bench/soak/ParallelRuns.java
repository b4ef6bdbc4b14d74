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

/** Several units of one part at the same time, which have their count in common. */
record ParallelRuns(String name, int units, Count count, Consumer<String> says) {
    private static final long END_SECONDS = 30;

    /** What is done with one of them. */
    @FunctionalInterface
    interface One {
        /** @throws Skipped if it came to nothing that says anything */
        ScenarioOutcome run(String unit, long seed) throws Exception;
    }

    /**
     * What those came to that came to something.
     *
     * @throws Skipped if none did
     * @throws Exception what the first of them that threw did, and what others threw suppressed in it; all have ended by
     *     then, and what the rest came to is said
     */
    ScenarioOutcome run(One one, Random random) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(units);
        try {
            List<Future<ScenarioOutcome>> all = new ArrayList<>();
            for (int i = 0; i < units; i++) {
                String unit = unit(i);
                long seed = random.nextLong();
                all.add(threads.submit(() -> guarded(one, unit, seed)));
            }
            return sum(all);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        }
    }

    private ScenarioOutcome guarded(One one, String unit, long seed) throws Exception {
        try {
            return one.run(unit, seed);
        } catch (Skipped e) {
            says.accept(unit + ": skipped: " + e.getMessage());
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
            outcomes.forEach(this::say); // or nobody would ever know
        }
        if (wrong instanceof Error error) {
            throw error;
        } else if (wrong != null) {
            throw (Exception) wrong;
        }
        Skipped reason = skipped;
        return outcomes.values().stream().reduce(ScenarioOutcome::plus).orElseThrow(() -> reason);
    }

    private void say(String unit, ScenarioOutcome outcome) {
        says.accept(unit + ": " + outcome.sums().line());
        outcome.complaints().forEach(each -> says.accept("WRONG: " + unit + ": " + each));
    }
}
