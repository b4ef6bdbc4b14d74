package io.outrider.agent.runtime.clock;

/** When the machine's wall clock is believed. */
public enum ClockTrust {
    /** While the system says that it is synchronised. */
    SYSTEM,
    /** From the start, on machines whose clock is kept right by something that Linux does not know of. */
    ALWAYS
}
