package io.outrider.agent.fleet.mqtt;

import java.io.IOException;

/** DISCONNECT sent by the broker. */
final class DisconnectException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;

    /** @param reason reason string of the broker; null if absent */
    DisconnectException(int code, String reason) {
        super("DISCONNECT");
        this.code = code;
        this.reason = reason;
    }

    int code() {
        return code;
    }

    String reason() {
        return reason;
    }
}
