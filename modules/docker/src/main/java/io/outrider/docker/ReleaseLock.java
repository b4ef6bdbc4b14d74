package io.outrider.docker;

import io.outrider.api.Failure;
import java.util.concurrent.locks.ReentrantLock;

/** Lock of the unit's containers. Who pulls images or asks registries does not have it. Any thread. */
final class ReleaseLock {
    /** Work that changes containers, or needs them unchanged. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws Failure, InterruptedException;
    }

    private final ReentrantLock lock = new ReentrantLock(true);

    <T> T run(Work<T> work) throws Failure, InterruptedException {
        lock.lockInterruptibly();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    /** True while work runs. */
    boolean isBusy() {
        return lock.isLocked();
    }
}
