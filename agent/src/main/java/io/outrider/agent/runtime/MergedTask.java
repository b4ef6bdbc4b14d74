package io.outrider.agent.runtime;

import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Task that runs at most once in an interval, however often it is requested. A request never blocks. Any thread. */
public final class MergedTask {
    private final PeriodicTasks tasks;
    private final Ticker ticker;
    private final String name;
    private final long interval;
    private final Runnable task;
    private final AtomicBoolean requested = new AtomicBoolean();
    private volatile long earliest; // ticker time of the next run at the earliest

    /** @param tasks whose thread runs the task */
    public MergedTask(PeriodicTasks tasks, Ticker ticker, String name, Duration interval, Runnable task) {
        this.tasks = tasks;
        this.ticker = ticker;
        this.name = name;
        this.interval = interval.toNanos();
        this.task = task;
        earliest = ticker.nanos();
    }

    /** Has the task run once, all of it after this call. */
    public void request() {
        if (requested.compareAndSet(false, true)) {
            tasks.later(name, Duration.ofNanos(Math.max(0, earliest - ticker.nanos())), this::run);
        }
    }

    private void run() {
        earliest = ticker.nanos() + interval;
        requested.set(false);
        task.run();
    }
}
