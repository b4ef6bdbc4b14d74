package io.outrider.agent.telemetry.buffer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Guarantees of the package under random histories with crashes at any disk operation. */
@Tag("slow")
class BufferModelTest {
    private static final int HISTORIES = 2_000;

    /** A power cut after a restart that found a record in the active log and, not forced, in a compacted one. */
    private static final long COMPACTED_UNFORCED = 54_226_689_522_374L;

    @Test
    void everyRecordIsDeliveredOrCountedAsLost() {
        Logger log = (Logger) LoggerFactory.getLogger(Buffer.class.getPackageName()); // many of these disks fail
        log.setLevel(Level.ERROR);
        try {
            run(COMPACTED_UNFORCED, 1);
            run(System.nanoTime(), HISTORIES);
        } finally {
            log.setLevel(null);
        }
    }

    private static void run(long first, int histories) {
        for (long seed = first; seed < first + histories; seed++) {
            try {
                new BufferHistory(seed).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("history of seed " + seed, e);
            }
        }
    }
}
