package io.outrider.can;

import java.io.IOException;

/** Failure to open or use a bus. The message is a sentence for the operator. */
public final class BusException extends IOException {
    private static final long serialVersionUID = 1L;

    public enum Reason {
        MISSING,
        DOWN,
        /** Transmitting is switched off (listen only). */
        LISTEN_ONLY,
        PAUSED,
        /** The send queue stayed full. */
        CONGESTED,
        /** The frame type is not supported, such as an FD frame on a classic bus. */
        UNFIT,
        CLOSED,
        /** No CAN support in the kernel, or the native library does not load. */
        UNSUPPORTED,
        FAILED
    }

    private final Reason reason;

    public BusException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public BusException(Reason reason, String message) {
        this(reason, message, null);
    }

    public Reason reason() {
        return reason;
    }
}
