package io.outrider.agent.fleet.mqtt;

/**
 * A message from the broker.
 *
 * @param topic below the unit's own: {@code command}
 * @param isCut whether it is only the beginning of a message that is longer than is taken
 * @param acknowledge to be run when the message is safe; without it the broker sends the message again after the next
 *     connect. Any thread, any time; does nothing once the connection is gone
 */
public record InboundMessage(String topic, byte[] payload, boolean isCut, Runnable acknowledge) {}
