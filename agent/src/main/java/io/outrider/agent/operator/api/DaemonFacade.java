package io.outrider.agent.operator.api;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the local API gives access to.
 *
 * @param id the unit's, asked at every request
 * @param functions that can be called just now
 * @param health by section, in the order to show; must not block
 * @param records takes what containers add; null if the unit keeps no telemetry
 * @param versions of what runs: {@code outrider}, {@code java}
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
    /** A unit that keeps no telemetry. */
    public DaemonFacade(
            Supplier<String> id,
            Map<String, String> versions,
            Caller calls,
            Supplier<Functions> functions,
            Supplier<Map<String, Health>> health,
            EventBroadcast broadcast,
            Reload reload) {
        this(id, versions, calls, functions, health, broadcast, reload, null);
    }

    /** Puts new settings in force. */
    @FunctionalInterface
    public interface Reload {
        /**
         * Any thread.
         *
         * @return for people: what changed
         * @throws Failure if they are bad, and the old ones stay
         */
        String reload() throws Failure;
    }
}
