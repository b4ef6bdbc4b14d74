package io.outrider.can;

import java.io.IOException;
import java.util.Objects;

/** The bus cannot be used as asked. The message is a sentence for the operator. */
public final class BusException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** There is no interface of that name. */
        MISSING,
        /** The interface is there, and down. */
        DOWN,
        /** The transmit switch is off: listen only. */
        LISTEN_ONLY,
        /** Sending is paused. */
        PAUSED,
        /** The send queue stayed full. */
        CONGESTED,
        /** The frame does not fit this bus, such as an FD frame on a classic one. */
        UNFIT,
        /** The port or the bus was closed. */
        CLOSED,
        /** This machine has no CAN, or the native library does not load. */
        UNSUPPORTED,
        /** Anything else the system says. */
        FAILED
    }

    private final Reason reason;

    public BusException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason);
    }

    public BusException(Reason reason, String message) {
        this(reason, message, null);
    }

    public Reason reason() {
        return reason;
    }
}
