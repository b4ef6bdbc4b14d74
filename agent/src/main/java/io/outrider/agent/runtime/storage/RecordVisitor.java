package io.outrider.agent.runtime.storage;

/** Visitor of the records of a log on opening, oldest first. */
@FunctionalInterface
public interface RecordVisitor {
    void record(LogPosition position, byte[] payload);
}
