package io.outrider.agent.loggers;

import io.outrider.api.Ticker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One call at a time for each module. What becomes due while one goes on waits together, and is packed together. A lane
 * has a thread only while it has work.
 */
final class Lanes {
    /** So many questions in one call at most; the vehicle answers six of them at once. */
    private static final int MOST_TOGETHER = 48;

    private final Executor threads;
    private final Consumer<List<Task>> work;
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
     * @param gap nanoseconds between the end of a call and the next
     */
    Lanes(Executor threads, Consumer<List<Task>> work, LongSupplier gap, Ticker ticker) {
        this.threads = threads;
        this.work = work;
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
        Task first = lane.waiting.get(0);
        List<Task> together = new ArrayList<>();
        for (Task each : lane.waiting) {
            boolean same = each.settings.question().equals(first.settings.question());
            if (same || each.canShare() && first.canShare() && together.size() < MOST_TOGETHER) {
                together.add(each);
            }
        }
        lane.waiting.removeAll(together);
        return together;
    }
}
