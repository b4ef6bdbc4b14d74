package io.outrider.agent.fleet.mqtt;

/** Subscription below the unit's topic; its retained message is wanted at each connection, or in new sessions only. */
public record TopicSubscription(String name, boolean retained) {}
