package io.outrider.agent.telemetry.buffer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The promises of the package, against random lives with crashes at any operation of the disk. */
class BufferModelTest {
    private static final int HISTORIES = 10_000;

    @Test
    void whatWasProducedIsDeliveredOrCounted() {
        Logger log =
                (Logger) LoggerFactory.getLogger(Buffer.class.getPackageName()); // most disks here fail now and then
        log.setLevel(Level.ERROR);
        try {
            live(System.nanoTime());
        } finally {
            log.setLevel(null);
        }
    }

    private static void live(long first) {
        for (long seed = first; seed < first + HISTORIES; seed++) {
            try {
                new BufferHistory(seed).live();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("history of seed " + seed, e);
            }
        }
    }
}
