package io.outrider.agent.telemetry.loggers;

import io.outrider.api.Conditions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Cache of gate and condition results for one poll, so that each is evaluated once. One thread. */
final class GateCache {
    private final Function<String, Optional<String>> gate;
    private final Conditions conditions;
    private final Map<String, Optional<String>> modules = new HashMap<>();
    private final Map<List<String>, Boolean> results = new HashMap<>();

    GateCache(Function<String, Optional<String>> gate, Conditions conditions) {
        this.gate = gate;
        this.conditions = conditions;
    }

    /** @return reason against a call; null if there is none */
    String reason(LoggerSettings logger) {
        Optional<String> reason = modules.computeIfAbsent(logger.module(), gate);
        if (reason.isPresent()) {
            return reason.get();
        }
        boolean holds = logger.when().isEmpty() || results.computeIfAbsent(logger.when(), conditions::hold);
        return holds ? null : "waits for " + String.join(" and ", logger.when());
    }
}
