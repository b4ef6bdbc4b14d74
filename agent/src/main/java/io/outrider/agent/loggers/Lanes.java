package io.outrider.agent.loggers;

import io.outrider.agent.loggers.LoggerSettings.Question;
import io.outrider.api.Ticker;
import java.util.ArrayList;
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
 * One call at a time for each module. What becomes due while one goes on waits together, and is packed together. A lane
 * has a thread only while it has work.
 */
final class Lanes {
    /** So many questions in one call at most: the vehicle takes them in one request, so that a call is over soon. */
    private static final int MOST_TOGETHER = 6;

    private final Executor threads;
    private final Consumer<List<Task>> work;
    private final Predicate<Task> canShare;
    private final LongSupplier gap;
    private final Ticker ticker;
    private final Map<String, Lane> lanes = new HashMap<>();

    /** What waits for one module. Guarded by the lanes. */
    private static final class Lane {
        private final List<Task> waiting = new ArrayList<>();
        private boolean works;
        private long freeAt = Long.MIN_VALUE;
    }

    /**
     * @param work done with those who are asked together
     * @param canShare who may be asked together with others
     * @param gap nanoseconds between the end of a call and the next
     */
    Lanes(Executor threads, Consumer<List<Task>> work, Predicate<Task> canShare, LongSupplier gap, Ticker ticker) {
        this.threads = threads;
        this.work = work;
        this.canShare = canShare;
        this.gap = gap;
        this.ticker = ticker;
    }

    void add(List<Task> tasks) {
        List<Lane> starting = new ArrayList<>();
        synchronized (this) {
            for (Task task : tasks) {
                Lane lane = lanes.computeIfAbsent(task.settings.module(), module -> new Lane());
                lane.waiting.add(task);
                if (!lane.works) {
                    lane.works = true;
                    starting.add(lane);
                }
            }
        }
        for (Lane lane : starting) {
            try {
                threads.execute(() -> drain(lane));
            } catch (RejectedExecutionException e) {
                return; // the loggers are closed
            }
        }
    }

    private void drain(Lane lane) {
        for (List<Task> together = next(lane); together != null; together = next(lane)) {
            try {
                waitFor(lane);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return; // closed
            }
            work.accept(together);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            lane.freeAt = ticker.nanos() + gap.getAsLong();
        }
    }

    private void waitFor(Lane lane) throws InterruptedException {
        if (lane.freeAt != Long.MIN_VALUE) {
            ticker.sleep(lane.freeAt - ticker.nanos());
        }
    }

    private synchronized List<Task> next(Lane lane) {
        if (lane.waiting.isEmpty()) {
            lane.works = false;
            return null;
        }
        boolean shares = canShare.test(lane.waiting.get(0));
        Set<Question> questions = new HashSet<>();
        questions.add(lane.waiting.get(0).settings.question());
        List<Task> together = new ArrayList<>();
        for (Task each : lane.waiting) {
            Question question = each.settings.question();
            boolean joins = shares && questions.size() < MOST_TOGETHER && canShare.test(each);
            if (questions.contains(question) || joins) {
                questions.add(question);
                together.add(each);
            }
        }
        lane.waiting.removeAll(together);
        return together;
    }
}
