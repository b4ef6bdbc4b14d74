package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

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
