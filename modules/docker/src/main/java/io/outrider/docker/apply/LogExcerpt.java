package io.outrider.docker.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.SecretMask;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Last lines of a container and of its health check for the report: bounded, and without its secrets. */
final class LogExcerpt {
    private static final Logger LOG = LoggerFactory.getLogger(LogExcerpt.class);
    private static final int LINES = 40;
    private static final int MOST = 4096;
    private static final int LONGEST_LINE = 500;

    private LogExcerpt() {}

    /** Excerpt of a container by its id or name; empty if the engine does not give its lines. */
    static List<String> of(Engine engine, String idOrName) throws InterruptedException {
        try {
            Optional<EngineContainer> container = engine.container(idOrName);
            if (container.isPresent()) {
                List<String> lines = new ArrayList<>(engine.logs(container.get().id(), LINES));
                if (!"healthy".equals(container.get().state().health())) {
                    container.get().state().checked().lines().forEach(line -> lines.add("health check: " + line));
                }
                return of(lines, container.get().config());
            }
        } catch (Failure e) {
            LOG.info("no log lines of {}: {}", idOrName, e.getMessage());
        }
        return List.of();
    }

    /** @param config of the engine's inspection */
    static List<String> of(List<String> lines, JsonNode config) {
        SecretMask mask = SecretMask.of(config);
        LinkedList<String> excerpt = new LinkedList<>();
        int size = 0;
        for (int i = lines.size() - 1; i >= 0; i--) {
            String line = Excerpt.of(mask.in(lines.get(i)), LONGEST_LINE);
            size += line.length() + 1;
            if (size > MOST) {
                break;
            }
            excerpt.addFirst(line);
        }
        return List.copyOf(excerpt);
    }
}
