package io.outrider.bench.soak;

import java.util.List;

/** When there has been time enough for everything to arrive. */
record SettleCheck(Ledger ledger, long patienceMillis, long quietMillis) {
    /** The unit may be far behind, and waits up to minutes between its attempts when all went wrong for long. */
    private static final long PATIENCE_MILLIS = 240_000;

    /** Long enough to see what comes twice. */
    private static final long QUIET_MILLIS = 4_000;

    private static final long LOOK_MILLIS = 200;

    SettleCheck(Ledger ledger) {
        this(ledger, PATIENCE_MILLIS, QUIET_MILLIS);
    }

    /** What is still wrong when nothing has been wrong and nothing has come for a while, or patience is at its end. */
    List<String> complaints() throws InterruptedException {
        long begun = System.nanoTime();
        long quietSince = begun;
        long arrivals = ledger.arrivals();
        while (millisSince(begun) < patienceMillis) {
            Thread.sleep(LOOK_MILLIS); // what is waited for may come from anywhere, and nobody says that it has
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
