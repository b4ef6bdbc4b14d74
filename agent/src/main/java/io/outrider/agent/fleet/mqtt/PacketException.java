package io.outrider.agent.fleet.mqtt;

import java.io.IOException;

/** Protocol violation by the broker; the message is a sentence for the operator. */
final class PacketException extends IOException {
    static final String NOT_ALLOWED = "the broker sent a packet that MQTT does not allow";

    private static final long serialVersionUID = 1L;

    PacketException(String sentence) {
        super(sentence);
    }

    static PacketException of(String detail) {
        return new PacketException(NOT_ALLOWED + ": " + detail);
    }
}
