package io.outrider.bench.press;

/**
 * One kind of load.
 *
 * @param name by which it is chosen
 * @param round of it, which begins anew as long as there is time
 */
record LoadPart(String name, LoadRound round) {
    /** One round. */
    @FunctionalInterface
    interface LoadRound {
        /** @throws Exception what is held against the unit */
        void press(PressedUnit unit) throws Exception;
    }
}
