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
 * One call at a time for each module. What becomes due while one goes on waits together, and is packed together. A lane
 * has a thread only while it has work, and waits for one while as many others have theirs.
 */
final class ModuleQueues {
    /** So many questions in one call at most: the vehicle takes them in one request, so that a call is over soon. */
    private static final int MOST_TOGETHER = 6;

    /** Threads at most, however many modules loggers name. */
    private static final int MOST_THREADS = 8;

    private final Executor threads;
    private final Consumer<List<LoggerState>> work;
    private final Predicate<LoggerState> canShare;
    private final LongSupplier gap;
    private final Ticker ticker;
    private final Map<String, Lane> lanes = new HashMap<>(); // guarded by this, as all that follows
    private final Deque<Lane> ready = new ArrayDeque<>();
    private int working;

    /** What waits for one module. */
    private static final class Lane {
        private final List<LoggerState> waiting = new ArrayList<>();

        /** Ready, or at work. */
        private boolean busy;

        private long freeAt = Long.MIN_VALUE;
    }

    /**
     * @param work done with those who are asked together; throws nothing
     * @param canShare who may be asked together with others
     * @param gap nanoseconds between the end of a call and the next
     */
    ModuleQueues(
            Executor threads,
            Consumer<List<LoggerState>> work,
            Predicate<LoggerState> canShare,
            LongSupplier gap,
            Ticker ticker) {
        this.threads = threads;
        this.work = work;
        this.canShare = canShare;
        this.gap = gap;
        this.ticker = ticker;
    }

    void add(List<LoggerState> tasks) {
        synchronized (this) {
            for (LoggerState task : tasks) {
                Lane lane = lanes.computeIfAbsent(task.settings.module(), module -> new Lane());
                lane.waiting.add(task);
                if (!lane.busy) {
                    lane.busy = true;
                    ready.add(lane);
                }
            }
        }
        hire();
    }

    private void hire() {
        for (Lane lane = forAnother(); lane != null; lane = forAnother()) {
            Lane first = lane;
            try {
                threads.execute(() -> drain(first));
            } catch (RejectedExecutionException e) {
                return; // the loggers are closed
            }
        }
    }

    /** What another thread is to begin with; null if there is nothing, or no other thread to be had. */
    private synchronized Lane forAnother() {
        if (working == MOST_THREADS || ready.isEmpty()) {
            return null;
        }
        working++;
        return ready.remove();
    }

    private void drain(Lane first) {
        Lane lane = first;
        try {
            while (lane != null) {
                call(lane);
                if (Thread.currentThread().isInterrupted()) {
                    return; // closed
                }
                lane = next();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(Lane lane) throws InterruptedException {
        try {
            waitFor(lane);
            work.accept(together(lane));
            lane.freeAt = ticker.nanos() + gap.getAsLong();
        } finally {
            done(lane);
        }
    }

    private synchronized Lane next() {
        Lane lane = ready.poll();
        if (lane == null) {
            working--;
        }
        return lane;
    }

    /** Behind the others, so that none keeps a thread for itself. */
    private synchronized void done(Lane lane) {
        lane.busy = !lane.waiting.isEmpty();
        if (lane.busy) {
            ready.add(lane);
        }
    }

    private void waitFor(Lane lane) throws InterruptedException {
        if (lane.freeAt != Long.MIN_VALUE) {
            ticker.sleep(lane.freeAt - ticker.nanos());
        }
    }

    private synchronized List<LoggerState> together(Lane lane) {
        boolean shares = canShare.test(lane.waiting.get(0));
        Set<Question> questions = new HashSet<>();
        questions.add(lane.waiting.get(0).settings.question());
        List<LoggerState> together = new ArrayList<>();
        for (LoggerState each : lane.waiting) {
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
