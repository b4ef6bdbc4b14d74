package io.outrider.testkit;

/** Fault of a registry or of the way to it. */
public enum RegistryFault {
    /** The body stops half way, and the connection stays open until the fault is cleared. */
    STALL,
    /** The connection ends half way through the body. */
    CUT,
    UNAUTHORIZED,
    NOT_FOUND,
    /** Status 429 with {@code Retry-After: 2}. */
    TOO_MANY,
    SERVER_ERROR
}
