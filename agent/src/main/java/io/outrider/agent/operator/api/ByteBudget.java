package io.outrider.agent.operator.api;

import java.util.concurrent.atomic.AtomicLong;

/** Memory budget in bytes, shared by several users. Thread-safe. */
final class ByteBudget {
    private final long most;
    private final AtomicLong used = new AtomicLong();

    ByteBudget(long most) {
        this.most = most;
    }

    /** Returns false if the budget is exhausted. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) <= most) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void give(long bytes) {
        used.addAndGet(-bytes);
    }
}
