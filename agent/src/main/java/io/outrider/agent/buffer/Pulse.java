package io.outrider.agent.buffer;

import io.outrider.agent.notify.Loop;
import io.outrider.agent.notify.Loops;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that works some time after it was told that there is work, and sleeps otherwise. */
final class Pulse implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final int AGAIN_MILLIS = 1_000;
    private static final int WORK_PERCENT = 10; // of the delay, left for the work itself

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private final long delayNanos;
    private final Ticker ticker;
    private final BooleanSupplier work;
    private final Thread thread = new Thread(this::run, "buffer");
    private volatile Loop loop;
    private boolean isDue;
    private long since; // nanoseconds, when it became due; what comes later waits less
    private boolean isUrgent;
    private boolean isClosed;

    /**
     * @param delayMillis from the first beat until the work is done; it begins a little earlier
     * @param work returns whether all of it is done; else it is done again a second later
     */
    Pulse(int delayMillis, Ticker ticker, BooleanSupplier work) {
        this.ticker = ticker;
        delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis) / 100 * (100 - WORK_PERCENT);
        this.work = work;
        loop = new Loops(ticker).register("buffer", Duration.ofDays(1)); // nobody looks at it
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on this loop tells whether the thread goes on. */
    void beat(Loop by) {
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
                } catch (RuntimeException e) {
                    LOG.error("the buffer could not be tended; report this", e);
                }
                delay = isDone ? delayNanos : TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS);
                if (!isDone) {
                    beat(false);
                }
            }
        } catch (InterruptedException e) {
            LOG.error("the buffer's thread was interrupted and records are not written any more; restart outrider", e);
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
