package io.outrider.wire;

import java.util.List;

/**
 * Records on their way out, of one run of the agent.
 *
 * @param boot of the run that made them; sequence numbers mean something only together with it. Another one after each
 *     start of the agent, so that no sequence number is ever used twice
 * @param thisBoot whether the machine has not been restarted since, so that their moments can still be settled
 * @param records never empty; ascending by sequence, with gaps where others have left already
 */
public record Batch(String boot, boolean thisBoot, List<SequencedRecord> records) {
    public Batch {
        records = List.copyOf(records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("a batch without records");
        }
    }

    /** Some of its records, as a batch. What becomes of it is told for itself. */
    public Batch part(int from, int to) {
        return new Batch(boot, thisBoot, records.subList(from, to));
    }
}
