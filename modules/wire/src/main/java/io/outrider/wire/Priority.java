package io.outrider.wire;

/** What is kept longest and sent first when not all can be; the first is the most important. */
public enum Priority {
    /** Events, losses, trouble codes. */
    HIGH,
    /** Readings. */
    NORMAL,
    /** What there is much of, and is worth little one by one: acceleration. */
    LOW
}
