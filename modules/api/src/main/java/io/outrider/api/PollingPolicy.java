package io.outrider.api;

import java.util.Optional;

/**
 * Policy of a module on calls without a user, by loggers above all: a bus that sleeps must not be woken. Calls of people and
 * of the fleet are not affected. An exception blocks the polling of the module. Any thread; must not block.
 */
@FunctionalInterface
public interface PollingPolicy {
    /** Reason why the module's functions must not be polled now, in a few words for display; empty if they may be. */
    Optional<String> blocked();

    /** True if the module's readings are those of the vehicle: while they are blocked, its engine counts as stopped. */
    default boolean readsVehicle() {
        return false;
    }
}
