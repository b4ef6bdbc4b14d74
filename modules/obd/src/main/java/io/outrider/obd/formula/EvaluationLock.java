package io.outrider.obd.formula;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lock that serializes evaluations, as each may use several megabytes. Waiting is interruptible, so that a cancelled
 * job ends. Any thread.
 */
public final class EvaluationLock {
    private final ReentrantLock lock = new ReentrantLock();

    /** Work done under the lock. */
    @FunctionalInterface
    public interface LockedEvaluation<T, E extends Exception> {
        T run() throws E;
    }

    /** @throws InterruptedException if interrupted while waiting or before */
    public <T, E extends Exception> T with(LockedEvaluation<T, E> evaluation) throws E, InterruptedException {
        lock.lockInterruptibly();
        try {
            return evaluation.run();
        } finally {
            lock.unlock();
        }
    }
}
