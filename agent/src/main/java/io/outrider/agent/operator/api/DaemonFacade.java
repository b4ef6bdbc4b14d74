package io.outrider.agent.operator.api;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Facade of the daemon for the local API.
 *
 * @param id of the unit, read at each request
 * @param functions that can be called at present
 * @param health by section, in display order; must not block
 * @param records sink for records of containers
 * @param versions of the running software: {@code outrider}, {@code java}
 */
public record DaemonFacade(
        Supplier<String> id,
        Map<String, String> versions,
        Caller calls,
        Supplier<Functions> functions,
        Supplier<Map<String, Health>> health,
        EventBroadcast broadcast,
        Reload reload,
        RecordsIntake records) {
    /** Applies new settings. */
    @FunctionalInterface
    public interface Reload {
        /**
         * Thread-safe.
         *
         * @return description of the changes, for people
         * @throws Failure if the settings are invalid; the old ones stay in force
         */
        String reload() throws Failure;
    }
}
