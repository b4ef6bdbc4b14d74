package io.outrider.wire;

/**
 * A record in the buffer.
 *
 * @param sequence counts the records of one run of the agent from 1; together with the run and the unit the record's
 *     identity
 */
public record SequencedRecord(long sequence, TelemetryRecord record) {}
