package io.outrider.agent.runtime.clock;

/** Policy of trust in the machine's wall clock. */
public enum ClockTrust {
    /** Trusted while the system reports synchronisation. */
    SYSTEM,
    /** Trusted from the start, for machines whose clock is kept right without the kernel's knowledge. */
    ALWAYS
}
