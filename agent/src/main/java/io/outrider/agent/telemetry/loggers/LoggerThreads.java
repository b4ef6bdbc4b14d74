package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** One thread that waits until somebody is due, and those of the lanes, which end when they have nothing to do. */
final class LoggerThreads implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;
    private static final long CLOSE_MILLIS = 900;

    private final LongSupplier turn;
    private final ThreadPoolExecutor lanes;
    private final Thread thread;
    private final Object bell = new Object();
    private Heartbeat loop;
    private boolean rung;
    private boolean closed;

    /** @param turn does what is due and tells how many nanoseconds there are until something is */
    LoggerThreads(LongSupplier turn) {
        this.turn = turn;
        thread = new Thread(this::run, "loggers");
        thread.setDaemon(true);
        lanes = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread lane = new Thread(work, "loggers lane");
                    lane.setDaemon(true);
                    return lane;
                });
    }

    /** @param by turns with the thread that waits until somebody is due */
    void start(Heartbeat by) {
        loop = by;
        thread.start();
    }

    Executor lanes() {
        return lanes;
    }

    /** Something may be due earlier than it was. */
    void wake() {
        synchronized (bell) {
            rung = true;
            bell.notifyAll();
        }
    }

    private void run() {
        try {
            while (true) {
                loop.busy();
                long nanos = turn.getAsLong();
                synchronized (bell) {
                    if (!rung && !closed && nanos > 0) {
                        long millis = Math.min(TimeUnit.NANOSECONDS.toMillis(nanos) + 1, Integer.MAX_VALUE);
                        loop.idle();
                        bell.wait(millis); // woken early for no reason it turns once for nothing
                    }
                    rung = false;
                    if (closed) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        synchronized (bell) {
            closed = true;
            bell.notifyAll();
        }
        if (loop != null) {
            loop.close();
        }
        lanes.shutdownNow();
        try {
            thread.join(CLOSE_MILLIS / 2);
            lanes.awaitTermination(CLOSE_MILLIS / 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
