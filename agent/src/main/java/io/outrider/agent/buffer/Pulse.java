package io.outrider.agent.buffer;

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

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition told = lock.newCondition();
    private final int delayMillis;
    private final BooleanSupplier work;
    private final Thread thread = new Thread(this::run, "buffer");
    private boolean isDue;
    private boolean isUrgent;
    private boolean isClosed;

    /** @param work returns whether all of it is done; else it is done again a second later */
    Pulse(int delayMillis, BooleanSupplier work) {
        this.delayMillis = delayMillis;
        this.work = work;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** There is work; it may wait, or not. */
    void beat(boolean urgent) {
        lock.lock();
        try {
            if (!isDue || urgent && !isUrgent) {
                isDue = true;
                isUrgent |= urgent;
                told.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        int delay = delayMillis;
        try {
            while (waits(delay)) {
                boolean isDone = false;
                try {
                    isDone = work.getAsBoolean();
                } catch (RuntimeException e) {
                    LOG.error("the buffer could not be tended; report this", e);
                }
                delay = isDone ? delayMillis : AGAIN_MILLIS;
                if (!isDone) {
                    beat(false);
                }
            }
        } catch (InterruptedException e) {
            LOG.error("the buffer's thread was interrupted and records are not written any more; restart outrider", e);
        }
    }

    /** @return false if it is over */
    private boolean waits(int millis) throws InterruptedException {
        lock.lock();
        try {
            while (!isDue && !isClosed) {
                told.await();
            }
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
            while (nanos > 0 && !isUrgent && !isClosed) {
                nanos = told.awaitNanos(nanos);
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
