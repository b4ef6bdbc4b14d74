package io.outrider.agent.commands;

import io.outrider.wire.JobEvent;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Rate limiter for progress reports: the first at once, then the latest each second, and the last before the end. */
final class ProgressGate {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ScheduledExecutorService timer;
    private final Consumer<JobEvent.Progress> listener;
    private JobEvent.Progress latest; // null before the first
    private boolean isPending;
    private boolean isFirst = true;
    private boolean ended;

    /** @param listener must not block; called on the job's thread or the timer's, one call at a time */
    ProgressGate(ScheduledExecutorService timer, Consumer<JobEvent.Progress> listener) {
        this.timer = timer;
        this.listener = listener;
    }

    synchronized void report(JobEvent.Progress progress) {
        if (ended) {
            return;
        }
        latest = progress;
        if (isFirst) {
            isFirst = false;
            listener.accept(progress);
            scheduleOpen();
        } else {
            isPending = true;
        }
    }

    private void scheduleOpen() {
        timer.schedule(this::open, PERIOD_NANOS, TimeUnit.NANOSECONDS);
    }

    private synchronized void open() {
        if (ended) {
            return;
        }
        if (isPending) {
            isPending = false;
            listener.accept(latest);
            scheduleOpen();
        } else {
            isFirst = true;
        }
    }

    /** Passes on the pending report; later ones are dropped. */
    synchronized void end() {
        if (isPending && !ended) {
            listener.accept(latest);
        }
        isPending = false;
        ended = true;
    }

    synchronized JobEvent.Progress latest() {
        return latest;
    }
}
