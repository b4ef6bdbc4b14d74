package io.outrider.can;

import java.io.IOException;
import java.util.Objects;

/** Failure to open or use a bus. The message is a sentence for the operator. */
public final class BusException extends IOException {
    private static final long serialVersionUID = 1L;

    public enum Reason {
        /** There is no interface of this name. */
        MISSING,
        /** The interface exists and is down. */
        DOWN,
        /** Transmitting is switched off (listen only). */
        LISTEN_ONLY,
        /** Sending is paused. */
        PAUSED,
        /** The send queue stayed full. */
        CONGESTED,
        /** The frame type is not supported, such as an FD frame on a classic bus. */
        UNFIT,
        /** The port or the bus was closed. */
        CLOSED,
        /** No CAN support in the kernel, or the native library does not load. */
        UNSUPPORTED,
        /** Any other error of the system. */
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
