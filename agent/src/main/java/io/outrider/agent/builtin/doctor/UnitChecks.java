package io.outrider.agent.builtin.doctor;

import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.api.Check;
import io.outrider.api.Health;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Checks of the agent's own parts.
 *
 * @param clock by which certificates are judged
 * @param health of the daemon's parts; empty where none runs
 */
public record UnitChecks(
        Path data,
        Clock system,
        Clock clock,
        Supplier<Synchronisation> synchronisation,
        Supplier<LinkSettings> link,
        Supplier<Map<String, Health>> health) {

    /** Checks by part, under the names of the status. */
    public Map<String, List<Check>> checks() {
        Map<String, List<Check>> checks = new LinkedHashMap<>();
        checks.put("link", LinkCheck.of(link, part("link"), clock));
        checks.put("clock", List.of(ClockCheck.of(system, synchronisation, part("clock"))));
        checks.put("disk", List.of(DiskCheck.of(data)));
        checks.put("process", List.of(MemoryCheck.of(part("process")), RestartCheck.check()));
        if (!health.get().isEmpty()) {
            checks.put("buffer", List.of(LossCheck.of(part("buffer"))));
        }
        return checks;
    }

    private Supplier<Health> part(String name) {
        return () -> health.get().getOrDefault(name, Health.NOTHING);
    }
}
