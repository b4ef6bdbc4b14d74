package io.outrider.unit.gnss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread or process does on its own time, and no longer than that takes. */
final class Eventually {
    private Eventually() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            assertThat(System.nanoTime() - start).as("waiting until " + what).isLessThan(60_000_000_000L);
            LockSupport.parkNanos(2_000_000);
        }
    }
}
