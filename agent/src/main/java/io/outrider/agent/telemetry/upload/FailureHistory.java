package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Failure counts of batches returned to the buffer, so that the search for a bad record resumes where it stopped.
 * Bounded: the oldest entry is dropped first and its search starts over. Upload thread only.
 */
final class FailureHistory {
    private static final int MOST = 64;

    /** Records from the first to the last sequence number, inclusive. */
    private record FailedRange(
            String run, long first, long last, int failures, int drops, long accepted, long reconnects) {}

    private final Deque<FailedRange> ranges = new ArrayDeque<>();

    void remember(BatchAttempt attempt) {
        if (attempt.failures == 0) {
            return;
        }
        if (ranges.size() == MOST) {
            ranges.removeLast();
        }
        List<SequencedRecord> records = attempt.batch.records();
        ranges.addFirst(new FailedRange(
                attempt.batch.runId(),
                records.get(0).sequence(),
                records.get(records.size() - 1).sequence(),
                attempt.failures,
                attempt.drops,
                attempt.acceptedAtFailure,
                attempt.reconnectsAtFailure));
    }

    /** Attempt with the first records that share one failure history, or have none; the rest goes back to the buffer. */
    BatchAttempt firstAttempt(Batch batch, Backlog.Order order, Backlog backlog) {
        int size = batch.records().size();
        boolean isOldest = order == Backlog.Order.OLDEST;
        int from = isOldest ? 0 : size - 1;
        int to = from + 1;
        FailedRange found = find(batch, from);
        while (isOldest && to < size && find(batch, to) == found) {
            to++;
        }
        while (!isOldest && from > 0 && find(batch, from - 1) == found) {
            from--;
        }
        if (from > 0) {
            backlog.returned(batch.part(0, from));
        }
        if (to < size) {
            backlog.returned(batch.part(to, size));
        }
        BatchAttempt attempt = new BatchAttempt(batch.part(from, to), 0);
        if (found != null) {
            ranges.remove(found);
            attempt.failures = found.failures;
            attempt.drops = found.drops;
            attempt.acceptedAtFailure = found.accepted;
            attempt.reconnectsAtFailure = found.reconnects;
        }
        return attempt;
    }

    /** The latest range that holds a record; null if none does. */
    private FailedRange find(Batch batch, int index) {
        long sequence = batch.records().get(index).sequence();
        return ranges.stream()
                .filter(each -> each.first <= sequence && sequence <= each.last && each.run.equals(batch.runId()))
                .findFirst()
                .orElse(null);
    }
}
