package io.outrider.agent.fleet.mqtt;

import java.util.Objects;

/**
 * What goes to the broker, with quality of service 1.
 *
 * @param topic below the unit's own: {@code return}, {@code job}
 * @param payload not copied; must not change any more
 * @param retained the broker keeps it as the topic's last word
 */
public record OutboundMessage(String topic, byte[] payload, boolean retained) {
    public OutboundMessage {
        Objects.requireNonNull(topic);
        Objects.requireNonNull(payload);
    }
}
