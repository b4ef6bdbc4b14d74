package io.outrider.agent.runtime;

import java.util.concurrent.locks.Lock;

/** Actions under a lock. */
public final class Locks {
    private Locks() {}

    @FunctionalInterface
    public interface LockedStep<E extends Exception> {
        void run() throws E;
    }

    @FunctionalInterface
    public interface LockedCall<T, E extends Exception> {
        T call() throws E;
    }

    public static <E extends Exception> void locked(Lock lock, LockedStep<E> action) throws E {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    public static <T, E extends Exception> T locked(Lock lock, LockedCall<T, E> action) throws E {
        lock.lock();
        try {
            return action.call();
        } finally {
            lock.unlock();
        }
    }
}
