package io.outrider.agent.fleet.mqtt;

/** Message to the broker, with QoS 1, below the unit's topic. The payload is not copied and must not change. */
public record OutboundMessage(String topic, byte[] payload, boolean retained) {}
