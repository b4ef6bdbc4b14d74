package io.outrider.agent.operator.api;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Facade of the daemon for the local API.
 *
 * @param id of the unit, read at each request
 * @param health by section, in display order; must not block
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
    @FunctionalInterface
    public interface Reload {
        /** @return description of the changes, for people; after a failure the old settings stay in force */
        String reload() throws Failure;
    }

    /** Intake of containers' records into the telemetry. Thread-safe. */
    @FunctionalInterface
    public interface RecordsIntake {
        /**
         * Accepts all records or none, without waiting for the disk. Accepted records are kept whatever becomes of the
         * future.
         *
         * @param rows at least one; {@code @t} is a type that no other part uses; {@code @ts}, if present, is UTC with
         *     microseconds and {@code Z}, else the time is now; other names do not begin with {@code @}; JSON values
         * @return completes with true when a power cut cannot lose the records, with false if the disk is not writable
         * @throws Failure of {@link Failure.Actor#CALLER} that names the bad record
         */
        CompletableFuture<Boolean> accept(List<Map<String, Object>> rows) throws Failure;
    }
}
