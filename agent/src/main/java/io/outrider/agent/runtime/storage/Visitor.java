package io.outrider.agent.runtime.storage;

/** Told of each record of a log on opening, oldest first. */
@FunctionalInterface
public interface Visitor {
    void record(Position position, byte[] payload);
}
