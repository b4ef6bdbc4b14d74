package io.outrider.agent.upload;

import io.outrider.agent.buffer.Batch;

/** A batch on its way, and what has become of it so far. The upload's thread only, but for {@link #answered}. */
final class Flight {
    final Batch batch;

    /** Times it has failed while other things worked. */
    int failures;

    /** Whether nothing else was under way while it was, so that a failure is its own. */
    boolean alone;

    /** How much had worked when it failed last. */
    long acceptedBefore;

    long reconnectsBefore;

    /** Guarded by the upload's lock: an answer counts once. */
    boolean answered;

    Flight(Batch batch, int failures) {
        this.batch = batch;
        this.failures = failures;
    }

    int size() {
        return batch.records().size();
    }
}
