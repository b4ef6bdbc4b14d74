package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;

/** Scenario of the soak: faults for a unit with its own receiver and ledger. */
interface Scenario {
    String name();

    /** Missing prerequisite of this machine; null if none. */
    String missing();

    /** True if it mostly waits, and so runs in parallel to the others for the whole time. */
    default boolean parallel() {
        return false;
    }

    /** Wanted number of actions, whatever time that takes. */
    default Count count() {
        return Count.AS_TIME_ALLOWS;
    }

    /**
     * @param time duration of the faults if no count is wanted; delivery afterwards takes extra time
     * @throws Skipped if it is inconclusive
     * @throws Exception counts against the unit
     */
    ScenarioOutcome run(Path folder, Duration time) throws Exception;
}
