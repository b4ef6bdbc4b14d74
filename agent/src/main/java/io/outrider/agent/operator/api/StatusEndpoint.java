package io.outrider.agent.operator.api;

import io.outrider.api.Health;
import io.outrider.api.Reading;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Endpoint of {@code GET /status}. */
final class StatusEndpoint {
    private record Problem(String section, String problem) {}

    private final DaemonFacade daemon;
    private final Clock clock;

    StatusEndpoint(DaemonFacade daemon, Clock clock) {
        this.daemon = daemon;
        this.clock = clock;
    }

    Map<String, Object> now() {
        Map<String, Object> sections = new LinkedHashMap<>();
        List<Object> problems = new ArrayList<>();
        for (Map.Entry<String, Health> section : daemon.health().get().entrySet()) {
            if (!section.getValue().facts().isEmpty()) {
                sections.put(section.getKey(), section.getValue().facts());
            }
            for (String problem : section.getValue().problems()) {
                problems.add(new Problem(section.getKey(), problem));
            }
        }
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("unit_id", daemon.id().get());
        page.put("stamp", Reading.text(clock.instant()) + "Z");
        page.put("versions", daemon.versions());
        page.put("sections", sections);
        page.put("problems", problems);
        return page;
    }
}
