package io.outrider.bench.press;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Parallel calls, each on a thread of its own. */
final class ParallelCalls {
    private ParallelCalls() {}

    /**
     * Runs the calls and returns their results when all have ended.
     *
     * @throws Exception that of the first failed call
     */
    static <T> List<T> run(List<Callable<T>> calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            List<Future<T>> futures = threads.invokeAll(calls);
            List<T> results = new ArrayList<>();
            for (Future<T> each : futures) {
                results.add(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Runs the same call a number of times. */
    static <T> List<T> run(int times, Callable<T> call) throws Exception {
        List<Callable<T>> calls = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            calls.add(call);
        }
        return run(calls);
    }
}
