package io.outrider.agent.fleet.mqtt;

import java.io.IOException;

/** DISCONNECT that the broker sent. */
final class DisconnectException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;

    /** @param reason in the broker's words; null if it has none */
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
