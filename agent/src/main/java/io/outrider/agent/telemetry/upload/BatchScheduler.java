package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batch scheduler: chooses the next batch and completes, retries, splits or discards sent ones. Upload thread only.
 *
 * <p>A bad record is isolated by halving its batch, and counts as poison only while the receiver accepts others: an
 * outage or a server that rejects everything loses no record.
 *
 * <ul>
 *   <li>A rejected batch is halved at once. A record rejected alone is sent once more at once; after a second rejection
 *       it waits until another batch is accepted. After three such rounds it is poison.
 *   <li>A transient failure counts against a batch only if it was in flight alone, and at most once between two
 *       successes of others. After three such failures it is halved. A record that has failed ten times alone waits for
 *       {@link #LONG_WAIT} accepted batches before each retry; it is poison only if the connection dropped each time.
 * </ul>
 */
final class BatchScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(BatchScheduler.class);
    private static final int FAILURES = 3;
    private static final int FAILURES_OF_ONE = 10; // a good record may fail often on a bad network
    private static final int LONG_WAIT = 20; // batches accepted before such a record is retried
    private static final int SERIAL_AFTER_FAILURE = 8; // batches sent one at a time after a failure
    private static final int REFUSALS_OF_ONE = 3; // rounds of two rejections after which a record is poison
    private static final int REFUSALS_BEFORE_PAUSE = 32; // one by one without a success: the receiver is at fault
    private static final int GROW_AFTER = 20; // batches accepted before the batch size doubles

    private final Backlog backlog;
    private final UploadCounters counters;
    private final DeadLetterFile deadLetters;
    private final RetryQueue retries = new RetryQueue();
    private final FailureHistory history = new FailureHistory();
    private int largest;
    private int size;
    private int grown;
    private int serialLeft;
    private long accepted;
    private long reconnects;
    private int refusedSince; // the last success
    private boolean backlogged = true; // records from before an outage or from an earlier run may be pending
    private boolean newestNext = true;
    private boolean exclusive;

    BatchScheduler(Backlog backlog, UploadCounters counters, DeadLetterFile deadLetters, int largest) {
        this.backlog = backlog;
        this.counters = counters;
        this.deadLetters = deadLetters;
        this.largest = largest;
        this.size = largest;
    }

    /** @param records in each new batch; queued retries keep their size */
    void limit(int records) {
        if (records != largest) {
            largest = records;
            size = records;
            grown = 0;
        }
    }

    void reconnected() {
        reconnects++;
        interrupted();
    }

    private void interrupted() {
        backlogged = true;
        newestNext = true; // live records go first
    }

    /** True if a queued retry needs no success of another batch. */
    boolean hasRetry() {
        return retries.canRetry();
    }

    /** Returns queued batches to the buffer before a long pause, so that it can evict them; false if there are none. */
    boolean returnBatches() {
        List<BatchAttempt> batches = retries.drainBatches();
        batches.forEach(this::returnToBacklog);
        return !batches.isEmpty();
    }

    /** The next batch; null if nothing is pending, or it must wait until none is in flight. */
    BatchAttempt next(int inFlight, boolean highOnly) {
        Predicate<BatchAttempt> eligible = attempt -> !highOnly || attempt.isHigh();
        if (inFlight > 0 && (exclusive || serialLeft > 0 || retries.hasDue(accepted, eligible))) {
            return null;
        }
        BatchAttempt next = nextDue(eligible);
        if (next == null) {
            next = highOnly ? nextHigh() : nextPending();
        }
        if (next == null) {
            next = retries.pollEarly(eligible);
        }
        if (next != null) {
            next.exclusive = inFlight == 0 && (serialLeft > 0 || next.failures > 0);
            exclusive = next.exclusive;
        }
        return next;
    }

    private BatchAttempt nextDue(Predicate<BatchAttempt> eligible) {
        BatchAttempt due = retries.pollDue(accepted, eligible);
        while (due != null && due.size() > size) { // the size limit has shrunk since
            halve(due, due.failures, 0);
            due = retries.pollDue(accepted, eligible);
        }
        return due;
    }

    /** The oldest pending batch; with a backlog, newest and oldest alternate so that live records arrive. */
    private BatchAttempt nextPending() {
        Backlog.Order order = backlogged && newestNext ? Backlog.Order.NEWEST : Backlog.Order.OLDEST;
        newestNext = !newestNext;
        while (true) {
            Batch batch = backlog.take(order, size);
            if (batch == null) {
                backlogged = false;
                return null;
            }
            BatchAttempt attempt = history.firstAttempt(batch, order, backlog);
            if (attempt.failures == 0 || !enqueueRetry(attempt)) {
                return attempt;
            }
        }
    }

    /** Queues a retry for after a success of others; false if the queue is full. */
    private boolean enqueueRetry(BatchAttempt attempt) {
        attempt.needsProgress = attempt.size() == 1 && attempt.failures >= FAILURES_OF_ONE;
        attempt.due = attempt.acceptedAtFailure + (attempt.needsProgress ? LONG_WAIT : 1);
        return retries.add(attempt);
    }

    private BatchAttempt nextHigh() {
        Batch batch = backlog.take(Backlog.Order.OLDEST, size);
        if (batch == null) {
            return null;
        }
        Map<Boolean, List<SequencedRecord>> byHigh = batch.records().stream()
                .collect(Collectors.partitioningBy(each -> each.record().priority() == Priority.HIGH));
        if (!byHigh.get(false).isEmpty()) {
            backlog.returned(new Batch(batch.runId(), batch.sameBoot(), byHigh.get(false)));
        }
        return byHigh.get(true).isEmpty()
                ? null
                : new BatchAttempt(new Batch(batch.runId(), batch.sameBoot(), byHigh.get(true)), 0);
    }

    void accepted(BatchAttempt attempt) {
        backlog.delivered(attempt.batch);
        accepted++;
        serialLeft = Math.max(0, serialLeft - 1);
        counters.batches.increment();
        counters.records.add(attempt.size());
        if (attempt.failures > 0) {
            counters.retried.add(attempt.size());
        }
        refusedSince = 0;
        if (size < largest && ++grown >= GROW_AFTER) {
            grown = 0;
            size = Math.min(largest, size * 2);
        }
    }

    /** @param dropped whether the connection dropped while it was in flight */
    void transientFailure(BatchAttempt attempt, String why, boolean dropped) {
        failed(attempt);
        interrupted();
        serialLeft = SERIAL_AFTER_FAILURE;
        if (!attempt.exclusive) {
            returnToBacklog(attempt);
            return;
        }
        // a reconnect counts as progress for a batch, but not for giving up a record
        boolean worked =
                accepted > attempt.acceptedAtFailure || attempt.size() > 1 && reconnects > attempt.reconnectsAtFailure;
        if (attempt.failures == 0 || worked) {
            attempt.failures++;
            attempt.drops += dropped ? 1 : 0;
        }
        markProgress(attempt);
        if (attempt.size() > 1 && attempt.failures >= FAILURES) {
            halve(attempt, FAILURES - 1, accepted + 1);
        } else if (attempt.size() == 1 && attempt.drops >= FAILURES_OF_ONE) {
            poison(attempt, why);
        } else if (!enqueueRetry(attempt)) {
            returnToBacklog(attempt);
        }
    }

    /** @return as {@link #refused} */
    boolean tooLarge(BatchAttempt attempt) {
        if (attempt.size() > 1) { // a record too large alone does not limit the others
            size = Math.min(size, attempt.size() / 2);
            grown = 0;
        }
        return refused(attempt);
    }

    /** @return whether the receiver rejects everything; the retry queue is empty then */
    boolean refused(BatchAttempt attempt) {
        failed(attempt);
        if (attempt.size() > 1) {
            halve(attempt, 0, 0);
            return false;
        }
        attempt.refusedOnce = !attempt.refusedOnce;
        if (attempt.refusedOnce) {
            attempt.due = 0;
            retries.addFirst(attempt);
            return false;
        }
        if (++attempt.refusals >= REFUSALS_OF_ONE) {
            poison(attempt, "refused");
            return false;
        }
        attempt.due = accepted + 1;
        attempt.needsProgress = true;
        if (!retries.add(attempt)) {
            returnToBacklog(attempt);
        }
        if (attempt.refusals > 1 || ++refusedSince < REFUSALS_BEFORE_PAUSE) {
            return false;
        }
        returnAll();
        return true;
    }

    /** Returns all queued retries to the buffer and keeps their failure history. */
    void returnAll() {
        retries.drain().forEach(this::returnToBacklog);
        refusedSince = 0;
    }

    private void returnToBacklog(BatchAttempt attempt) {
        history.remember(attempt);
        backlog.returned(attempt.batch);
    }

    void returned(BatchAttempt attempt) {
        failed(attempt);
        interrupted();
        backlog.returned(attempt.batch);
    }

    private void failed(BatchAttempt attempt) {
        counters.failures.increment();
        counters.failedRecords.add(attempt.size());
    }

    /** Queues both halves at the front, the older one first. */
    private void halve(BatchAttempt attempt, int failures, long due) {
        counters.halved.increment();
        int middle = attempt.size() / 2;
        for (Batch half : List.of(attempt.batch.part(middle, attempt.size()), attempt.batch.part(0, middle))) {
            BatchAttempt part = new BatchAttempt(half, half.records().size() == 1 ? Math.min(failures, 1) : failures);
            part.drops = Math.min(attempt.drops, 1);
            part.due = due;
            markProgress(part);
            retries.addFirst(part);
        }
    }

    private void markProgress(BatchAttempt attempt) {
        attempt.acceptedAtFailure = accepted;
        attempt.reconnectsAtFailure = reconnects;
    }

    private void poison(BatchAttempt attempt, String why) {
        SequencedRecord first = attempt.batch.records().get(0);
        String type = first.record().type();
        LOG.warn("record {} ({}) rejected ({}); moved to poison.jsonl", first.sequence(), type, why);
        counters.poison.increment();
        deadLetters.append(attempt.batch, why);
        backlog.discarded(attempt.batch, "poison");
    }
}
