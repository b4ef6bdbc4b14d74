package io.outrider.agent.buffer;

import org.junit.jupiter.api.Test;

/** The promises of the package, against random lives with crashes at any operation of the disk. */
class RandomHistoryTest {
    private static final int HISTORIES = 10_000;

    @Test
    void whatWasProducedIsDeliveredOrCounted() {
        long first = System.nanoTime();
        for (long seed = first; seed < first + HISTORIES; seed++) {
            try {
                new History(seed).live();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("history of seed " + seed, e);
            }
        }
    }
}
