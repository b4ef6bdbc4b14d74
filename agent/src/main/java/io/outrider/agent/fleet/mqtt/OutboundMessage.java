package io.outrider.agent.fleet.mqtt;

/**
 * Message to the broker, with QoS 1.
 *
 * @param topic below the unit's topic: {@code return}, {@code job}
 * @param payload not copied; must not change
 * @param retained true if the broker keeps the message as the topic's last value
 */
public record OutboundMessage(String topic, byte[] payload, boolean retained) {}
