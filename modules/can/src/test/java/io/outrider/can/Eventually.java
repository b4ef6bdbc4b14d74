package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread, process or the kernel does on its own time, and no longer than that takes. */
public final class Eventually {
    private static final long LIMIT_NANOS = 60_000_000_000L;
    private static final long LOOK_NANOS = 500_000;

    private Eventually() {}

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            assertThat(System.nanoTime() - start).as("waiting until " + what).isLessThan(LIMIT_NANOS);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
