package io.outrider.bench.soak;

/** A way of treating a unit badly that uploads to a broker. All that is the same for each of them is {@link FaultScenario}. */
interface FaultInjection {
    String name();

    /** What of this machine it needs and has not got; null if it can be done. */
    default String missing() {
        return null;
    }

    /**
     * Begins the scene, and does it as long as there is something left of the span; then the unit must be able to deliver.
     *
     * @throws Exception it is held against the unit
     */
    void disturb(Fixture scene, TimeBudget span) throws Exception;
}
