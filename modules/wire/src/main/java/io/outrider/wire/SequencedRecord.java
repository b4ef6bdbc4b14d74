package io.outrider.wire;

/**
 * Record with its sequence, as the buffer stores it.
 *
 * @param sequence counts the records of one run of the agent from 1; with the unit and the run it identifies the record
 */
public record SequencedRecord(long sequence, TelemetryRecord record) {}
