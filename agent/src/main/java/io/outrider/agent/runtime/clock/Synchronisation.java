package io.outrider.agent.runtime.clock;

/** Synchronisation state of the machine's wall clock. Any thread; does not block. */
@FunctionalInterface
public interface Synchronisation {
    enum SyncState {
        YES,
        NO,
        /** The machine does not report it. */
        UNKNOWN
    }

    SyncState state();

    static Synchronisation of(ClockSettings settings) {
        return settings.trust() == ClockSettings.Trust.ALWAYS
                ? () -> SyncState.YES
                : new SystemSynchronisation(KernelClock::isSynchronised, SystemSynchronisation.MARK);
    }
}
