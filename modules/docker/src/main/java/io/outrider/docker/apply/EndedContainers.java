package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.plan.WayBack;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Start of containers of applied releases that an engine which was killed has left stopped. */
public final class EndedContainers {
    private static final Logger LOG = LoggerFactory.getLogger(EndedContainers.class);

    private EndedContainers() {}

    /** Starts each that should run and has ended since a time, whatever fails of others; returns how many. */
    public static int start(Engine engine, Instant since) throws Failure, InterruptedException {
        int started = 0;
        for (EngineContainer each : engine.containers()) {
            try {
                if (WayBack.shouldRun(each) && endedAfter(engine, each, since)) {
                    engine.start(each.id());
                    started++;
                    LOG.info("{} was left stopped by an engine that was killed, and is started again", each.name());
                }
            } catch (Failure e) {
                LOG.warn("{} was left stopped by an engine that was killed: {}", each.name(), e.getMessage());
            }
        }
        return started;
    }

    private static boolean endedAfter(Engine engine, EngineContainer container, Instant since)
            throws Failure, InterruptedException {
        String finished = engine.inspect(container.id()).at("/State/FinishedAt").asText();
        try {
            return OffsetDateTime.parse(finished).toInstant().isAfter(since);
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
