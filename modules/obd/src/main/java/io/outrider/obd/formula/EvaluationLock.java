package io.outrider.obd.formula;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Lock under which formulas are evaluated, one at a time, as each may take several megabytes for a moment. Waiting for it
 * can be interrupted, so that a job that is cancelled ends. Any thread.
 */
public final class EvaluationLock {
    private final ReentrantLock lock = new ReentrantLock();

    /** What is done while nobody else evaluates. */
    @FunctionalInterface
    public interface Evaluation<T, E extends Exception> {
        T run() throws E;
    }

    /** @throws InterruptedException instead of waiting on, or of beginning */
    public <T, E extends Exception> T with(Evaluation<T, E> evaluation) throws E, InterruptedException {
        lock.lockInterruptibly();
        try {
            return evaluation.run();
        } finally {
            lock.unlock();
        }
    }
}
