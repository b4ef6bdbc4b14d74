package io.outrider.agent.telemetry.loggers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cache of gate and condition results for one poll, so that each is evaluated once. One thread. */
final class GateCache {
    private final Loggers.Dependencies deps;
    private final Map<String, Optional<String>> modules = new HashMap<>();
    private final Map<List<String>, Boolean> results = new HashMap<>();

    GateCache(Loggers.Dependencies deps) {
        this.deps = deps;
    }

    /** @return reason against a call; null if there is none */
    String reason(LoggerSettings logger) {
        Optional<String> reason = modules.computeIfAbsent(logger.module(), deps.gate());
        if (reason.isPresent()) {
            return reason.get();
        }
        boolean holds = logger.when().isEmpty() || results.computeIfAbsent(logger.when(), deps.conditions()::hold);
        return holds ? null : "waits for " + String.join(" and ", logger.when());
    }
}
