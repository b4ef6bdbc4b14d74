package io.outrider.agent.runtime.storage;

/** Told of each record of a log on opening, oldest first. */
@FunctionalInterface
public interface RecordVisitor {
    void record(LogPosition position, byte[] payload);
}
