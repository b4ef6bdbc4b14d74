package io.outrider.agent.runtime.clock;

/** Synchronisation state of the machine's wall clock. Any thread; does not block. */
@FunctionalInterface
public interface Synchronisation {
    enum State {
        YES,
        NO,
        /** The machine does not report it. */
        UNKNOWN
    }

    State state();

    static Synchronisation of(ClockSettings settings) {
        return settings.trust() == ClockSettings.Trust.ALWAYS
                ? () -> State.YES
                : new SystemSynchronisation(KernelClock::isSynchronised, SystemSynchronisation.MARK);
    }
}
