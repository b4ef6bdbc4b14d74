package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;

/** One way of disturbing a unit, with a unit, a receiver and a ledger of its own. */
interface Scenario {
    String name();

    /** What of this machine it needs and has not got; null if it can run. */
    String missing();

    /** Whether it waits more than it works, and so runs beside the others, for the whole time. */
    default boolean beside() {
        return false;
    }

    /** How often it is to be done, however long that takes. */
    default Count count() {
        return Count.AS_TIME_ALLOWS;
    }

    /**
     * @param time for which the unit is disturbed, if no count is wanted; that all arrives afterwards takes its own time
     * @throws Skipped if it could not get going
     * @throws Exception anything else is held against the unit
     */
    ScenarioOutcome run(Path folder, Duration time) throws Exception;
}
