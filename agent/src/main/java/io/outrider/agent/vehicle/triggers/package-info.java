/**
 * Triggers: calls of functions on events, as configured in {@code [triggers]}. A trigger has the rights of a local
 * caller; one that causes its own event is rate limited.
 */
package io.outrider.agent.vehicle.triggers;
