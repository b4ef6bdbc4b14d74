package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Threads of the loggers: one for the schedule, and a pool of workers that end when idle. */
final class LoggerThreads implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;
    private static final long CLOSE_MILLIS = 900;

    private final LongSupplier poll;
    private final ThreadPoolExecutor workers;
    private final Thread thread;
    private Heartbeat heartbeat;
    private volatile boolean closed;

    /** @param poll runs due loggers; returns the nanoseconds until the next are due */
    LoggerThreads(LongSupplier poll) {
        this.poll = poll;
        thread = new Thread(this::run, "loggers");
        thread.setDaemon(true);
        workers = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread worker = new Thread(work, "loggers-worker");
                    worker.setDaemon(true);
                    return worker;
                });
    }

    /** @param used heartbeat of the schedule's thread */
    void start(Heartbeat used) {
        heartbeat = used;
        thread.start();
    }

    Executor workers() {
        return workers;
    }

    /** Wakes the schedule's thread, as a logger may be due earlier. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed && !Thread.currentThread().isInterrupted()) {
            heartbeat.beat();
            long nanos = poll.getAsLong();
            if (!closed && nanos > 0) {
                heartbeat.idle();
                LockSupport.parkNanos(nanos); // a spurious wake-up costs one idle poll
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
        if (heartbeat != null) {
            heartbeat.close();
        }
        workers.shutdownNow();
        try {
            thread.join(CLOSE_MILLIS / 2);
            workers.awaitTermination(CLOSE_MILLIS / 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
