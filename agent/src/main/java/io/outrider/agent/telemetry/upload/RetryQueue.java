package io.outrider.agent.telemetry.upload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Queue of failed batches awaiting a retry. Small, except for halves of split batches, as the buffer cannot evict its
 * records. Upload thread only.
 */
final class RetryQueue {
    private static final int BATCHES = 4;
    private static final int SINGLE_RECORDS = 40;

    private final List<BatchAttempt> attempts = new ArrayList<>(); // of those due together, the first goes first

    /** @return false if the queue is full */
    boolean add(BatchAttempt attempt) {
        boolean isSingle = attempt.size() == 1;
        long count =
                attempts.stream().filter(each -> each.size() == 1 == isSingle).count();
        return count < (isSingle ? SINGLE_RECORDS : BATCHES) && attempts.add(attempt);
    }

    /** Queues at the front, without a limit. */
    void addFirst(BatchAttempt attempt) {
        attempts.add(0, attempt);
    }

    boolean hasDue(long accepted, Predicate<BatchAttempt> eligible) {
        return due(accepted, eligible) != null;
    }

    /** Removes the first that is due; null if none is. */
    BatchAttempt pollDue(long accepted, Predicate<BatchAttempt> eligible) {
        return remove(due(accepted, eligible));
    }

    private BatchAttempt due(long accepted, Predicate<BatchAttempt> eligible) {
        return attempts.stream()
                .filter(each -> each.due <= accepted && eligible.test(each))
                .findFirst()
                .orElse(null);
    }

    /** Removes the earliest that needs no success of others; null if there is none. */
    BatchAttempt pollEarly(Predicate<BatchAttempt> eligible) {
        return remove(attempts.stream()
                .filter(each -> !each.needsProgress && eligible.test(each))
                .min(Comparator.comparingLong(each -> each.due))
                .orElse(null));
    }

    private BatchAttempt remove(BatchAttempt attempt) {
        attempts.remove(attempt);
        return attempt;
    }

    /** Removes all but records rejected alone: those are few and small, and their rejection count is kept only here. */
    List<BatchAttempt> drainBatches() {
        List<BatchAttempt> batches =
                attempts.stream().filter(each -> each.refusals == 0).toList();
        attempts.removeAll(batches);
        return batches;
    }

    boolean canRetry() {
        return attempts.stream().anyMatch(each -> !each.needsProgress);
    }

    List<BatchAttempt> drain() {
        List<BatchAttempt> all = List.copyOf(attempts);
        attempts.clear();
        return all;
    }
}
