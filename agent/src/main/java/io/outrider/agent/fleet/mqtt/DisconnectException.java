package io.outrider.agent.fleet.mqtt;

import java.io.IOException;

/** DISCONNECT sent by the broker. */
final class DisconnectException extends IOException {
    private static final long serialVersionUID = 1L;

    final int code;
    final String reason; // of the broker; null if absent

    DisconnectException(int code, String reason) {
        super("DISCONNECT");
        this.code = code;
        this.reason = reason;
    }
}
