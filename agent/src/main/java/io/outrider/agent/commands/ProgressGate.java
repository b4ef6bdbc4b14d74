package io.outrider.agent.commands;

import io.outrider.wire.JobEvent;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lets through one report of progress a second: the first at once, then the latest; and the last one before the end. */
final class ProgressGate {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ScheduledExecutorService timer;
    private final Consumer<JobEvent.Progress> out;
    private JobEvent.Progress latest; // null before the first; stays for those who ask
    private boolean waits;
    private boolean isFirst = true;
    private boolean ended;

    /** @param out must not block; told on the job's thread or the timer's, one at a time */
    ProgressGate(ScheduledExecutorService timer, Consumer<JobEvent.Progress> out) {
        this.timer = timer;
        this.out = out;
    }

    synchronized void told(JobEvent.Progress progress) {
        if (ended) {
            return;
        }
        latest = progress;
        if (isFirst) {
            isFirst = false;
            out.accept(progress);
            closeForAWhile();
        } else {
            waits = true;
        }
    }

    private void closeForAWhile() {
        try {
            timer.schedule(this::open, PERIOD_NANOS, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            ended = true; // the agent stops
        }
    }

    private synchronized void open() {
        if (ended) {
            return;
        }
        if (waits) {
            waits = false;
            out.accept(latest);
            closeForAWhile();
        } else {
            isFirst = true;
        }
    }

    /** Lets out what still waits; later reports are dropped. */
    synchronized void end() {
        if (waits && !ended) {
            out.accept(latest);
        }
        waits = false;
        ended = true;
    }

    /** @return null if there was none */
    synchronized JobEvent.Progress latest() {
        return latest;
    }
}
