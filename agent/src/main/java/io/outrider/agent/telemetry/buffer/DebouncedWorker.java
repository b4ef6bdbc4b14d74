package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.FaultText;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Worker thread that runs its task some time after the first wake-up, once for all wake-ups in between. */
final class DebouncedWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DebouncedWorker.class);
    private static final int RETRY_MILLIS = 1_000;

    private final String name;
    private final int delayMillis;
    private final BooleanSupplier work;
    private final ScheduledThreadPoolExecutor thread;
    private Heartbeat heartbeat; // null until started; nothing runs before
    private Future<?> next; // null if no run is due
    private boolean isUrgent; // the next run does not wait

    /**
     * @param delayMillis from the first wake-up to the task, unless urgent
     * @param work returns false to be run again a second later
     */
    DebouncedWorker(String name, int delayMillis, BooleanSupplier work) {
        this.name = name;
        this.delayMillis = delayMillis;
        this.work = work;
        thread = new ScheduledThreadPoolExecutor(1, task -> daemon(task, name), new DiscardPolicy());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread daemon = new Thread(task, name);
        daemon.setDaemon(true);
        return daemon;
    }

    synchronized void start(Heartbeat watched) {
        heartbeat = watched;
        heartbeat.idle();
        thread.prestartCoreThread();
    }

    synchronized void wake(boolean urgent) {
        if (heartbeat != null && (next == null || urgent && !isUrgent && next.cancel(false))) {
            schedule(urgent, urgent ? 0 : delayMillis);
        }
    }

    private void schedule(boolean urgent, int millis) {
        isUrgent = urgent;
        next = thread.schedule(this::run, millis, TimeUnit.MILLISECONDS);
    }

    private void run() {
        synchronized (this) {
            next = null;
        }
        heartbeat.beat();
        boolean isDone = false;
        try {
            isDone = work.getAsBoolean();
        } catch (RuntimeException | Error e) { // the executor would not report it
            LOG.error("thread {} failed; next try in 1 s" + FaultText.LOG_SUFFIX, name, e);
        }
        heartbeat.idle();
        synchronized (this) {
            if (!isDone && (next == null || !isUrgent && next.cancel(false))) {
                schedule(false, RETRY_MILLIS);
            }
        }
    }

    /** Waits for the end of a run. */
    @Override
    public void close() {
        thread.shutdown();
        if (heartbeat != null) {
            heartbeat.close();
        }
        boolean interrupted = false;
        while (!thread.isTerminated()) {
            try {
                thread.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
