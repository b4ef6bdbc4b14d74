package io.outrider.agent.runtime.clock;

/** Whether somebody keeps the machine's wall clock right. Any thread; quick. */
@FunctionalInterface
public interface Synchronisation {
    /** What is known of it. */
    enum State {
        YES,
        NO,
        /** The machine does not tell. */
        UNKNOWN
    }

    State state();

    /** As the settings have it. */
    static Synchronisation of(ClockSettings settings) {
        return settings.trust() == ClockTrust.ALWAYS ? () -> State.YES : SystemSynchronisation.ofThisMachine();
    }
}
