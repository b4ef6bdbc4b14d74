package io.outrider.agent.fleet.mqtt;

/**
 * Subscription of the unit.
 *
 * @param name below the unit's topic: {@code command}
 * @param retained true if the retained message is wanted at each connection, else only for a new session
 */
public record TopicSubscription(String name, boolean retained) {}
