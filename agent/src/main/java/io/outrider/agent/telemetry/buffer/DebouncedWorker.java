package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that works some time after it was told that there is work, and sleeps otherwise. */
final class DebouncedWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DebouncedWorker.class);
    private static final int AGAIN_MILLIS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private final long delayNanos;
    private final Ticker ticker;
    private final BooleanSupplier work;
    private final Thread thread;
    private volatile Heartbeat loop;
    private boolean isDue;
    private long since; // nanoseconds, when it became due; what comes later waits less
    private boolean isUrgent;
    private boolean isClosed;

    /**
     * @param delayMillis from the first beat until the work is begun, if it is not urgent
     * @param work returns whether all of it is done; else it is done again a second later
     */
    DebouncedWorker(String name, int delayMillis, Ticker ticker, BooleanSupplier work) {
        this.ticker = ticker;
        delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        this.work = work;
        loop = new Heartbeats(ticker).register(name, Duration.ofDays(1)); // nobody looks at it
        thread = new Thread(this::run, name);
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on this loop tells whether the thread goes on. */
    void beat(Heartbeat by) {
        lock.lock();
        try {
            loop = by;
            told.signal(); // so that it says itself that it waits
        } finally {
            lock.unlock();
        }
    }

    /** There is work; it may wait, or not. */
    void beat(boolean urgent) {
        lock.lock();
        try {
            if (!isDue || urgent && !isUrgent) {
                since = isDue ? since : ticker.nanos();
                isDue = true;
                isUrgent |= urgent;
                told.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        long delay = delayNanos;
        try {
            while (waits(delay)) {
                loop.busy();
                boolean isDone = false;
                try {
                    isDone = work.getAsBoolean();
                } catch (RuntimeException | Error e) { // records are exposed while nobody forces them
                    LOG.error("the thread {} has failed and tries again; report this", thread.getName(), e);
                }
                delay = isDone ? delayNanos : TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS);
                if (!isDone) {
                    beat(false);
                }
            }
        } catch (InterruptedException e) {
            LOG.error("the thread {} was interrupted and works no more; restart outrider", thread.getName(), e);
        }
    }

    /** @return false if it is over */
    private boolean waits(long delay) throws InterruptedException {
        lock.lock();
        try {
            while (!isDue && !isClosed) {
                loop.idle();
                told.await();
            }
            loop.busy(); // what follows has an end
            for (long left = delay; left > 0 && !isUrgent && !isClosed; ) {
                left = delay - (ticker.nanos() - since);
                if (left > 0) {
                    told.awaitNanos(left);
                }
            }
            isDue = false;
            isUrgent = false;
            return !isClosed;
        } finally {
            lock.unlock();
        }
    }

    /** Returns when the thread has ended, if it was started. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            told.signal();
        } finally {
            lock.unlock();
        }
        loop.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
