package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.Conditions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Why loggers should not call just now; each question is asked once, however many loggers have it. One thread, one turn. */
final class GateCache {
    private final Function<String, Optional<String>> gate;
    private final Conditions conditions;
    private final Map<String, Optional<String>> modules = new HashMap<>();
    private final Map<List<String>, Boolean> held = new HashMap<>();

    GateCache(Function<String, Optional<String>> gate, Conditions conditions) {
        this.gate = gate;
        this.conditions = conditions;
    }

    /** @return null if nothing is against it */
    String reason(LoggerSettings logger) {
        Optional<String> reason = modules.computeIfAbsent(logger.module(), gate);
        if (reason.isPresent()) {
            return reason.get();
        }
        boolean holds = logger.when().isEmpty() || held.computeIfAbsent(logger.when(), conditions::hold);
        return holds ? null : "waits for " + String.join(" and ", logger.when());
    }
}
