package io.outrider.docker.events;

import io.outrider.api.Events;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine;
import java.nio.file.Path;
import java.time.Clock;

/** Forwarder of the engine's events, with a thread of its own. */
public final class EngineEvents implements AutoCloseable {
    /** @param data folder of the module */
    public EngineEvents(Engine engine, Events events, Path data, Ticker ticker, Clock clock) {
        throw new UnsupportedOperationException("to be written");
    }

    public void start() {
        // to be written
    }

    @Override
    public void close() {
        // to be written
    }
}
