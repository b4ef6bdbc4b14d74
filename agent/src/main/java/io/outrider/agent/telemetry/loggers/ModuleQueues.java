package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.telemetry.loggers.LoggerSettings.Question;
import io.outrider.api.Ticker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Queues of due loggers, one for each module, with one call at a time. Loggers queued meanwhile share the next call. A
 * queue uses a thread of a bounded pool only while it has work.
 */
final class ModuleQueues {
    /** Most queries in one call: they fit into one request to the vehicle. */
    private static final int MOST_TOGETHER = 6;

    /** Most threads for all modules. */
    private static final int MOST_THREADS = 8;

    private final Executor threads;
    private final Consumer<List<LoggerState>> runner;
    private final Predicate<LoggerState> canShare;
    private final LongSupplier gap;
    private final Ticker ticker;
    private final Map<String, ModuleQueue> queues = new HashMap<>(); // guarded by this, as are all below
    private final Deque<ModuleQueue> ready = new ArrayDeque<>();
    private int busyThreads;

    private static final class ModuleQueue {
        private final List<LoggerState> waiting = new ArrayList<>();

        /** True if it is in {@code ready} or has a thread. */
        private boolean busy;

        private Long freeAt; // null before the first call
    }

    /**
     * @param runner makes the call for loggers that share it; must not throw
     * @param gap nanoseconds between the end of a call and the next
     */
    ModuleQueues(
            Executor threads,
            Consumer<List<LoggerState>> runner,
            Predicate<LoggerState> canShare,
            LongSupplier gap,
            Ticker ticker) {
        this.threads = threads;
        this.runner = runner;
        this.canShare = canShare;
        this.gap = gap;
        this.ticker = ticker;
    }

    void add(List<LoggerState> loggers) {
        int more = enqueue(loggers);
        try {
            for (int i = 0; i < more; i++) {
                threads.execute(this::drain);
            }
        } catch (RejectedExecutionException e) {
            return; // the loggers are closed
        }
    }

    /** @return number of threads to start */
    private synchronized int enqueue(List<LoggerState> loggers) {
        for (LoggerState logger : loggers) {
            ModuleQueue queue = queues.computeIfAbsent(logger.settings.module(), module -> new ModuleQueue());
            queue.waiting.add(logger);
            if (!queue.busy) {
                queue.busy = true;
                ready.add(queue);
            }
        }
        int more = Math.min(ready.size(), MOST_THREADS - busyThreads);
        busyThreads += more;
        return more;
    }

    private void drain() {
        try {
            for (ModuleQueue queue = next(); queue != null; queue = next()) {
                call(queue);
                if (Thread.currentThread().isInterrupted()) {
                    return; // closed
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(ModuleQueue queue) throws InterruptedException {
        try {
            if (queue.freeAt != null) {
                ticker.sleep(queue.freeAt - ticker.nanos());
            }
            runner.accept(nextCall(queue));
            queue.freeAt = ticker.nanos() + gap.getAsLong();
        } finally {
            done(queue);
        }
    }

    private synchronized ModuleQueue next() {
        ModuleQueue queue = ready.poll();
        if (queue == null) {
            busyThreads--;
        }
        return queue;
    }

    /** Requeues it behind the others, so that none occupies a thread. */
    private synchronized void done(ModuleQueue queue) {
        queue.busy = !queue.waiting.isEmpty();
        if (queue.busy) {
            ready.add(queue);
        }
    }

    private synchronized List<LoggerState> nextCall(ModuleQueue queue) {
        LoggerState first = queue.waiting.get(0);
        boolean shares = canShare.test(first);
        Set<Question> questions = new HashSet<>();
        questions.add(first.settings.question());
        List<LoggerState> batch = new ArrayList<>();
        for (LoggerState each : queue.waiting) {
            Question question = each.settings.question();
            boolean joins = shares
                    && questions.size() < MOST_TOGETHER
                    && each.settings.function().equals(first.settings.function())
                    && canShare.test(each);
            if (questions.contains(question) || joins) {
                questions.add(question);
                batch.add(each);
            }
        }
        queue.waiting.removeAll(batch);
        return batch;
    }
}
