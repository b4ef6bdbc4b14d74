package io.outrider.wire;

import java.util.List;

/**
 * Batch of records of one run of the agent, to be delivered.
 *
 * @param runId of the run that made the records; each run counts its sequences from 1, so a sequence is unique only
 *     together with it
 * @param sameBoot whether the machine has not been restarted since, so that untrusted timestamps can still be corrected
 * @param records never empty; ascending by sequence, with gaps where records have been delivered already
 */
public record Batch(String runId, boolean sameBoot, List<SequencedRecord> records) {
    public Batch {
        records = List.copyOf(records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("a batch without records");
        }
    }

    /** Batch of some of these records, to be settled on its own. */
    public Batch part(int from, int to) {
        return new Batch(runId, sameBoot, records.subList(from, to));
    }
}
