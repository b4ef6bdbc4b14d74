package io.outrider.agent.runtime;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scheduler of periodic and single tasks on one thread. */
public final class PeriodicTasks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTasks.class);

    /** Delay of a periodic task's next run after an exception. */
    private static final Duration RETRY_DELAY = Duration.ofMinutes(1);

    private final Heartbeat heartbeat;
    private final ScheduledThreadPoolExecutor timer;

    /** @param name name of the thread, which begins with the first task */
    public PeriodicTasks(String name, Heartbeat heartbeat) {
        this.heartbeat = heartbeat;
        heartbeat.idle();
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Runs the task as soon as the thread is free, and then after each delay that it returns. */
    public void schedule(String name, Supplier<Duration> task) {
        new Repetition(name, task).plan(Duration.ZERO);
    }

    /** Runs the task at a fixed delay, the first time after that delay, until the registration is closed. */
    public Registration every(String name, Duration interval, Runnable task) {
        Repetition repetition = new Repetition(name, () -> {
            task.run();
            return interval;
        });
        repetition.plan(interval);
        return repetition;
    }

    public void once(String name, Runnable task) {
        later(name, Duration.ZERO, task);
    }

    public void later(String name, Duration delay, Runnable task) {
        try {
            schedule(delay, () -> runOnce(name, task));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed; task {} dropped", name, e);
        }
    }

    private void runOnce(String name, Runnable task) {
        heartbeat.beat();
        try {
            task.run();
        } catch (RuntimeException | Error e) { // else the executor would drop it silently
            LOG.error("task {} failed", name, e);
        } finally {
            heartbeat.idle();
        }
    }

    private ScheduledFuture<?> schedule(Duration delay, Runnable run) {
        return timer.schedule(run, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private final class Repetition implements Registration {
        private final String name;
        private final Supplier<Duration> task;
        private ScheduledFuture<?> next; // guarded by this
        private boolean closed; // guarded by this

        Repetition(String name, Supplier<Duration> task) {
            this.name = name;
            this.task = task;
        }

        synchronized void plan(Duration delay) {
            if (!closed) {
                next = schedule(delay, () -> plan(run()));
            }
        }

        private Duration run() {
            heartbeat.beat();
            try {
                return task.get();
            } catch (RuntimeException | Error e) { // else it would never run again
                LOG.error("periodic task {} failed; next try in {} s", name, RETRY_DELAY.toSeconds(), e);
                return RETRY_DELAY;
            } finally {
                heartbeat.idle();
            }
        }

        @Override
        public synchronized void close() {
            closed = true;
            next.cancel(false);
        }
    }

    /** Waits up to 1 s for a running task, then interrupts it. */
    @Override
    public void close() {
        heartbeat.close();
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
