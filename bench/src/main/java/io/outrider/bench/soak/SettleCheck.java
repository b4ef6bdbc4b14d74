package io.outrider.bench.soak;

import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.List;

/** Check that all records arrive: waits until the ledger is settled or the timeout has passed. */
record SettleCheck(Ledger ledger, long timeoutMillis, long quietMillis) {
    /** Allows for a large backlog and for minutes of backoff after a long outage. */
    private static final long TIMEOUT_MILLIS =
            TimeoutFactor.scaled(Duration.ofMinutes(4)).toMillis();

    /** Long enough for duplicates to arrive. */
    private static final long QUIET_MILLIS = 4_000;

    private static final long POLL_MILLIS = 200;

    SettleCheck(Ledger ledger) {
        this(ledger, TIMEOUT_MILLIS, QUIET_MILLIS);
    }

    /** Violations after the ledger was quiet without violations for a while, or at the timeout. */
    List<String> complaints() throws InterruptedException {
        long begun = System.nanoTime();
        long quietSince = begun;
        long arrivals = ledger.arrivals();
        while (millisSince(begun) < timeoutMillis) {
            Thread.sleep(POLL_MILLIS); // polled, as arrivals are not signalled
            if (ledger.arrivals() != arrivals || !ledger.complaints().isEmpty()) {
                arrivals = ledger.arrivals();
                quietSince = System.nanoTime();
            } else if (millisSince(quietSince) >= quietMillis) {
                break;
            }
        }
        return ledger.complaints();
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
