package io.outrider.bench.press;

/**
 * Part of the load test: one kind of load.
 *
 * @param name by which it is chosen
 * @param round of the load, repeated as long as there is time
 */
record LoadPart(String name, LoadRound round) {
    /** Round of a load. */
    @FunctionalInterface
    interface LoadRound {
        /** @throws Exception if the unit fails the round */
        void press(PressedUnit unit) throws Exception;
    }
}
