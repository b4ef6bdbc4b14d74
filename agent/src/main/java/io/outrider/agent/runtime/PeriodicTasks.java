package io.outrider.agent.runtime;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls what has to be looked at now and then: one thread, which sleeps until the next is due. */
public final class PeriodicTasks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTasks.class);

    /** After a fault, so that it is neither given up nor repeated at once. */
    private static final Duration AFTER_FAULT = Duration.ofMinutes(1);

    private final Heartbeat loop;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "pulse");
        thread.setDaemon(true);
        return thread;
    });

    /** @param loop turns with each thing that is looked at */
    public PeriodicTasks(Heartbeat loop) {
        this.loop = loop;
        loop.idle();
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** @param check called again after the time that it returns */
    public void beat(Supplier<Duration> check) {
        beat(check, Duration.ZERO);
    }

    /** Calls it each time so much time has passed. */
    public void beat(Duration every, Runnable check) {
        beat(
                () -> {
                    check.run();
                    return every;
                },
                every);
    }

    /** Calls it once, soon. */
    public void once(Runnable work) {
        try {
            timer.execute(() -> next(() -> {
                work.run();
                return Duration.ZERO;
            }));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed, so what was to be done once is left", e);
        }
    }

    /** Calls it once, after this time. */
    public void later(Duration delay, Runnable work) {
        timer.schedule(
                () -> next(() -> {
                    work.run();
                    return Duration.ZERO;
                }),
                delay.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private void beat(Supplier<Duration> check, Duration delay) {
        timer.schedule(() -> beat(check, next(check)), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private Duration next(Supplier<Duration> check) {
        loop.busy();
        try {
            return check.get();
        } catch (RuntimeException | Error e) { // else it would never be called again, and nobody told
            LOG.error("what is looked at now and then has failed; please report it", e);
            return AFTER_FAULT;
        } finally {
            loop.idle();
        }
    }

    /** What runs is let end, for at most a second. */
    @Override
    public void close() {
        loop.close();
        timer.shutdown();
        try {
            if (!timer.awaitTermination(1, TimeUnit.SECONDS)) {
                timer.shutdownNow();
            }
        } catch (InterruptedException e) {
            timer.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
