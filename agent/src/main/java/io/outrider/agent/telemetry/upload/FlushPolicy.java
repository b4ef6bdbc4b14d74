package io.outrider.agent.telemetry.upload;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Flush policy: when pending records are sent, by count, age, priority and budget. Guarded by the upload's lock. */
final class FlushPolicy {
    static final long FOREVER = Long.MAX_VALUE;
    private static final long BUDGET_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long URGENT_NANOS = 1_000_000_000; // so that related records join an event's batch

    private int batch;
    private long ageNanos;
    private int pending;
    private long firstAt;
    private boolean urgent;
    private boolean urgentSinceScan; // urgent records were added since the last scan began
    private boolean draining = true; // sends until nothing is pending, whatever the batch size
    private boolean overBudget; // records may be pending that wait for the next day's budget

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

    /** @return whether the next flush is due earlier */
    boolean added(int records, boolean important, long now) {
        if (pending == 0) {
            firstAt = now;
        }
        boolean changes = pending == 0 || pending < batch && pending + records >= batch || important && !urgent;
        pending = (int) Math.min(Integer.MAX_VALUE, (long) pending + records);
        urgent |= important;
        urgentSinceScan |= important;
        return changes;
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

    boolean hasPending() {
        return draining || pending > 0 || overBudget;
    }

    /** A scan of all pending records begins. */
    void scanStarted() {
        draining = true;
        pending = 0;
        urgentSinceScan = false;
    }

    /** @param highOnly whether the scan was for urgent records only */
    void nothingFound(boolean highOnly) {
        draining = false;
        urgent = urgentSinceScan;
        overBudget = highOnly;
    }

    /** Nanoseconds until the next flush unless records are added. */
    long delay(long now, BooleanSupplier usedUp) {
        if (!hasPending()) {
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
        long age = urgent ? Math.min(ageNanos, URGENT_NANOS) : ageNanos;
        return draining || pending >= batch ? 0 : Math.max(0, firstAt + age - now);
    }
}
