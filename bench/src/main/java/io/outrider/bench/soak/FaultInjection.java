package io.outrider.bench.soak;

/** Fault injection for a unit that uploads to a broker, run by {@link FaultScenario}. */
interface FaultInjection {
    String name();

    /** Missing prerequisite of this machine; null if none. */
    default String missing() {
        return null;
    }

    /**
     * Starts the fixture and injects faults until the budget is used up; afterwards the unit must be able to deliver.
     *
     * @throws Exception counts against the unit
     */
    void disturb(Fixture fixture, TimeBudget budget) throws Exception;
}
