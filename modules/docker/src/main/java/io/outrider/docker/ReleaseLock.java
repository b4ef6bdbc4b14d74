package io.outrider.docker;

import io.outrider.api.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Lock of the unit's containers. Who pulls images or asks registries does not have it. Any thread. */
final class ReleaseLock {
    /** Work that changes containers, or needs them unchanged. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws Failure, InterruptedException;
    }

    private final ReentrantLock lock = new ReentrantLock(true);
    private Thread owner; // guarded by this, as the next is; null while no work runs
    private boolean closed;

    /** @throws InterruptedException also once it is closed */
    <T> T run(Work<T> work) throws Failure, InterruptedException {
        lock.lockInterruptibly();
        try {
            own(Thread.currentThread());
            return work.run();
        } finally {
            own(null);
            lock.unlock();
        }
    }

    private synchronized void own(Thread thread) throws InterruptedException {
        owner = thread;
        if (closed && thread != null) {
            throw new InterruptedException();
        }
    }

    /**
     * Interrupts the work that runs, and lets no other begin.
     *
     * @return false if the work has not ended in this time
     */
    boolean close(Duration most) {
        synchronized (this) {
            closed = true;
            if (owner != null) {
                owner.interrupt();
            }
        }
        try {
            boolean ended = lock.tryLock(most.toNanos(), TimeUnit.NANOSECONDS);
            if (ended) {
                lock.unlock();
            }
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** True while work runs. */
    boolean isBusy() {
        return lock.isLocked();
    }
}
