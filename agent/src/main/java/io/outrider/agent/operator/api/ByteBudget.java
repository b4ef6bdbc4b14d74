package io.outrider.agent.operator.api;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of memory that many share. Any thread. */
final class ByteBudget {
    private final long most;
    private final AtomicLong used = new AtomicLong();

    ByteBudget(long most) {
        this.most = most;
    }

    /** False if there is not so much left. */
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
