package io.outrider.wire;

/** Priority of a record for delivery and eviction, the most important first. */
public enum Priority {
    /** Events, losses, trouble codes. */
    HIGH,
    /** Readings. */
    NORMAL,
    /** Bulk data whose single records matter little: acceleration. */
    LOW
}
