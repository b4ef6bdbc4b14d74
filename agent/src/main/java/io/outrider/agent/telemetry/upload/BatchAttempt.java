package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.api.FaultText;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One batch on its way to the sink, with its failures so far. Upload thread only. */
final class BatchAttempt {
    private static final Logger LOG = LoggerFactory.getLogger(BatchAttempt.class);

    /** Result of an attempt, with the name of the sink and the bytes that were sent for it. */
    record CompletedAttempt(BatchAttempt attempt, String sink, SinkResult result, long bytes) {}

    final Batch batch;
    int failures; // while other batches succeeded
    int drops; // those failures in which the connection dropped
    int refusals; // rounds of two rejections of a single record, with successes of others in between
    boolean refusedOnce; // in this round
    boolean exclusive; // no other batch is in flight with it, so that a failure is its own
    long acceptedAtFailure; // accepted batches when it failed last
    long reconnectsAtFailure;
    long due; // accepted batches at which it is retried
    boolean needsProgress; // waits until it is due even if nothing else is pending

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
            callback.completed(new SinkResult.Retry(FaultText.SENTENCE, Uploader.LONGEST_PAUSE), 0);
        }
    }

    /** Copy of the batch with timestamps corrected by the clock's latest setting. */
    private Batch settled(TimeSource time) {
        if (!batch.sameBoot()) {
            return batch;
        }
        List<SequencedRecord> records = batch.records().stream()
                .map(each -> new SequencedRecord(
                        each.sequence(),
                        each.record().at(time.settled(each.record().at()))))
                .toList();
        return new Batch(batch.runId(), true, records);
    }
}
