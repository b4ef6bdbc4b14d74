package io.outrider.agent.runtime.publisher;

/**
 * Message from the broker.
 *
 * @param topic below the unit's topic: {@code command}
 * @param isCut true if the payload is truncated at the limit
 * @param acknowledge to be run when the message is stored; without it the broker delivers the message again after a
 *     reconnect. Thread-safe; no effect after the connection has ended
 */
public record InboundMessage(String topic, byte[] payload, boolean isCut, Runnable acknowledge) {}
