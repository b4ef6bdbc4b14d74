package io.outrider.agent.telemetry.upload;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** When what waits should leave, if nothing is in the way but the budget. Guarded by the upload's lock. */
final class FlushPolicy {
    static final long FOREVER = Long.MAX_VALUE;
    private static final long BUDGET_NANOS = Duration.ofMinutes(10).toNanos();
    /** How long an event waits for what else belongs to it. */
    private static final long URGENT_NANOS = Duration.ofSeconds(1).toNanos();

    private int batch;
    private long ageNanos;
    private int waiting;
    private long firstAt;
    private boolean urgent;
    /** Since it was looked for last; what was found then may be older. */
    private boolean urgentSince;
    /** Takes as long as there is something, however little. */
    private boolean draining = true;
    /** Something may wait that the budget has kept back; it leaves when there is one again. */
    private boolean overBudget;

    FlushPolicy(UploadSettings settings) {
        configure(settings);
    }

    void configure(UploadSettings settings) {
        batch = settings.batch();
        ageNanos = Duration.ofSeconds(settings.age()).toNanos();
        draining = true;
    }

    int batch() {
        return batch;
    }

    /** @return whether this changes when something is due */
    boolean added(int records, boolean important, long now) {
        if (waiting == 0) {
            firstAt = now;
        }
        boolean tell = waiting == 0 || waiting < batch && waiting + records >= batch || important && !urgent;
        waiting = (int) Math.min(Integer.MAX_VALUE, (long) waiting + records);
        urgent |= important;
        urgentSince |= important;
        return tell;
    }

    void drain() {
        draining = true;
    }

    boolean draining() {
        return draining;
    }

    boolean overBudget() {
        return overBudget;
    }

    /** Whether something waits, as far as is known. */
    boolean something() {
        return draining || waiting > 0 || overBudget;
    }

    /** What waits by now is looked at. */
    void begun() {
        draining = true;
        waiting = 0;
        urgentSince = false;
    }

    /** @param highOnly whether only what is important was looked for */
    void nothingFound(boolean highOnly) {
        draining = false;
        urgent = urgentSince;
        overBudget = highOnly;
    }

    /** Nanoseconds until there is something to do, if nothing happens before. */
    long delay(long now, BooleanSupplier usedUp) {
        if (!something()) {
            return FOREVER;
        }
        if (!urgent && usedUp.getAsBoolean()) {
            draining = false;
            overBudget = true;
            return BUDGET_NANOS;
        }
        if (overBudget && !urgent) {
            overBudget = false;
            draining = true;
        }
        long patience = urgent ? Math.min(ageNanos, URGENT_NANOS) : ageNanos;
        return draining || waiting >= batch ? 0 : Math.max(0, firstAt + patience - now);
    }
}
