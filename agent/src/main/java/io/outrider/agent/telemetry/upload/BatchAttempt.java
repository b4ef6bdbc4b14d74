package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One batch on its way to the sink, with its failures so far. Upload thread only. */
final class BatchAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(BatchAttempt.class);

    /** Reason of a pause that the status shows in place of an exception. */
    static final String FAULT = "a fault in outrider; please report it with what the log has of it";

    /**
     * Result of an attempt.
     *
     * @param sink name of the sink
     * @param bytes that were sent for it
     */
    record CompletedAttempt(BatchAttempt attempt, String sink, SinkResult result, long bytes) {}

    final Batch batch;

    /** Failures while other batches succeeded. */
    int failures;

    /** Those failures in which the connection dropped. */
    int drops;

    /** Rounds of two rejections of a single record, with successes of others in between. */
    int refusals;

    /** True if it was rejected once in this round. */
    boolean refusedOnce;

    /** True if no other batch is in flight with it, so that a failure is its own. */
    boolean exclusive;

    /** Accepted batches when it failed last. */
    long acceptedAtFailure;

    long reconnectsAtFailure;

    /** Accepted batches at which it is retried. */
    long due;

    /** True if it waits for {@link #due} even if nothing else is pending. */
    boolean needsProgress;

    BatchAttempt(Batch batch, int failures) {
        this.batch = batch;
        this.failures = failures;
    }

    /** True if it is sent even if the budget is used up. */
    boolean isHigh() {
        return batch.records().stream().allMatch(each -> each.record().priority() == Priority.HIGH);
    }

    int size() {
        return batch.records().size();
    }

    /** Sends it; the result arrives once, and is a long pause if the sink throws. */
    void send(BatchSink to, TimeSource time, Consumer<CompletedAttempt> completed) {
        AtomicBoolean isDone = new AtomicBoolean();
        BatchSink.Callback callback = (result, bytes) -> {
            if (isDone.compareAndSet(false, true)) {
                completed.accept(new CompletedAttempt(this, to.name(), result, bytes));
            }
        };
        try {
            to.send(settled(time), callback);
        } catch (RuntimeException | Error e) {
            LOG.error("unexpected error in sink {}; retrying in 5 min", to.name(), e);
            callback.completed(new SinkResult.Retry(FAULT, Uploader.LONGEST_PAUSE), 0);
        }
    }

    /** Copy of the batch with timestamps corrected by the clock's latest setting. */
    private Batch settled(TimeSource time) {
        if (!batch.sameBoot()) {
            return batch;
        }
        List<SequencedRecord> records = new ArrayList<>(size());
        for (SequencedRecord each : batch.records()) {
            Timestamp at = time.settled(each.record().at());
            records.add(new SequencedRecord(each.sequence(), each.record().at(at)));
        }
        return new Batch(batch.runId(), true, records);
    }
}
