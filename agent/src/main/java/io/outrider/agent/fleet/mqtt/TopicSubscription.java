package io.outrider.agent.fleet.mqtt;

/**
 * Topic that the unit subscribes to.
 *
 * @param name below the unit's own: {@code command}
 * @param retained whether the broker sends its retained message at each connection; else only when it has not kept the
 *     session
 */
public record TopicSubscription(String name, boolean retained) {}
