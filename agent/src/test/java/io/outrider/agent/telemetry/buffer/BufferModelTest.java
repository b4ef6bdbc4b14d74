package io.outrider.agent.telemetry.buffer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Guarantees of the package under random histories with crashes at any disk operation. */
class BufferModelTest {
    private static final int HISTORIES = 10_000;

    @Test
    void everyRecordIsDeliveredOrCountedAsLost() {
        Logger log = (Logger) LoggerFactory.getLogger(Buffer.class.getPackageName()); // many of these disks fail
        log.setLevel(Level.ERROR);
        try {
            run(System.nanoTime());
        } finally {
            log.setLevel(null);
        }
    }

    private static void run(long first) {
        for (long seed = first; seed < first + HISTORIES; seed++) {
            try {
                new BufferHistory(seed).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("history of seed " + seed, e);
            }
        }
    }
}
