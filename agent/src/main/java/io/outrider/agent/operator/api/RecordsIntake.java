package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Takes what containers add to the telemetry. Any thread. */
@FunctionalInterface
public interface RecordsIntake {
    /**
     * Takes all of them or none, and waits for no disk. What it has taken it keeps, whatever becomes of the future.
     *
     * @param rows at least one; {@code @t} is a type that nobody else uses, {@code @ts}, if it is there, UTC with
     *     microseconds and {@code Z}, else they are of now; further names begin with no {@code @}; values of JSON's kinds,
     *     nested as they came
     * @return true as soon as a power cut does not lose them; false if the disk does not take them
     * @throws Failure of {@link Failure.Actor#CALLER} if one is bad, in which case its sentence says which
     */
    CompletableFuture<Boolean> accept(List<Map<String, Object>> rows) throws Failure;
}
