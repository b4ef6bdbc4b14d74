package io.outrider.docker;

import io.outrider.api.Failure;
import java.util.concurrent.locks.ReentrantLock;

/** Lock of the unit's containers: work that somebody waits for interrupts work in the background. Any thread. */
final class ReleaseLock {
    /** Work that changes containers or images. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws Failure, InterruptedException;
    }

    private final ReentrantLock lock = new ReentrantLock(true);
    private Thread background; // guarded by this; null while none may be interrupted

    <T> T run(Work<T> work) throws Failure, InterruptedException {
        interruptBackground();
        lock.lockInterruptibly();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    synchronized void interruptBackground() {
        if (background != null) {
            background.interrupt();
        }
    }

    /** True while work runs. */
    boolean isBusy() {
        return lock.isLocked();
    }

    /**
     * Runs work that can be given up at any time.
     *
     * @return false if it was given up
     */
    boolean runInBackground(Work<?> work) throws Failure, InterruptedException {
        lock.lockInterruptibly();
        try {
            setBackground(Thread.currentThread());
            work.run();
            return true;
        } catch (InterruptedException e) {
            return false;
        } finally {
            setBackground(null);
            lock.unlock();
        }
    }

    /** No interrupt arrives once it is null; one that has come just before is cleared. */
    private synchronized void setBackground(Thread thread) {
        background = thread;
        if (thread == null) {
            Thread.interrupted();
        }
    }
}
