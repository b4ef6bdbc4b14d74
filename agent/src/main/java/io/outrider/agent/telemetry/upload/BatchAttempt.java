package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A batch on its way, and what has become of it so far. The upload's thread only. */
final class BatchAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(BatchAttempt.class);

    /** Reason of a pause that the fleet and the status show in place of an exception. */
    static final String FAULT = "a fault in outrider; please report it with what the log has of it";

    final Batch batch;

    /** Times it has failed while other things worked. */
    int failures;

    /** How often of those the connection was lost over it. */
    int drops;

    /** Times it was refused twice in a row, with others taken in between; of a single record. */
    int refusals;

    /** Whether it was refused just now, and goes a second time. */
    boolean again;

    /** Whether nothing else was under way while it was, so that a failure is its own. */
    boolean alone;

    /** How much had worked when it failed last. */
    long acceptedBefore;

    long reconnectsBefore;

    /** How much has to have worked before it is tried again. */
    long due;

    /** Whether it is not tried before that even if there is nothing else. */
    boolean needsOthers;

    BatchAttempt(Batch batch, int failures) {
        this.batch = batch;
        this.failures = failures;
    }

    /** Whether it goes even if the budget is used up. */
    boolean isHigh() {
        return batch.records().stream().allMatch(each -> each.record().priority() == Priority.HIGH);
    }

    int size() {
        return batch.records().size();
    }

    /** Hands it to a sink; the answer comes once, and for long later if the sink throws. */
    void send(BatchSink to, TimeSource timeline, Consumer<CompletedAttempt> answered) {
        BatchSink.Answer answer = CompletedAttempt.once(this, to.name(), answered);
        try {
            to.send(settled(timeline), answer);
        } catch (RuntimeException | Error e) {
            LOG.error("the way to {} failed; please report it", to.name(), e);
            answer.is(new SinkResult.Later(FAULT, RetryBackoff.LONGEST), 0);
        }
    }

    /** As it leaves: with the moments as they are known by now. */
    private Batch settled(TimeSource timeline) {
        if (!batch.sameBoot()) {
            return batch;
        }
        List<SequencedRecord> records = new ArrayList<>(size());
        for (SequencedRecord each : batch.records()) {
            Timestamp at = timeline.settled(each.record().at());
            records.add(new SequencedRecord(each.sequence(), each.record().at(at)));
        }
        return new Batch(batch.runId(), true, records);
    }
}
