package io.outrider.agent.telemetry.upload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Batches that have failed, each until its next trial. Few, beside the halves of those that are searched: the buffer cannot
 * give up what is held here. The upload's thread only.
 */
final class RetryQueue {
    private static final int BATCHES = 4;
    private static final int SINGLE_RECORDS = 40;

    private final List<BatchAttempt> flights =
            new ArrayList<>(); // of those that are due together, the first goes first

    /** @return whether there was room for it */
    boolean add(BatchAttempt flight) {
        boolean single = flight.size() == 1;
        long such = flights.stream().filter(each -> each.size() == 1 == single).count();
        return such < (single ? SINGLE_RECORDS : BATCHES) && flights.add(flight);
    }

    /** Before all others; there is room for the halves of what was here. */
    void addFirst(BatchAttempt flight) {
        flights.add(0, flight);
    }

    /** @param goes what may be sent at all */
    boolean isDue(long accepted, Predicate<BatchAttempt> goes) {
        return flights.stream().anyMatch(each -> each.due <= accepted && goes.test(each));
    }

    /** Takes the first that is due; null if none is. */
    BatchAttempt due(long accepted, Predicate<BatchAttempt> goes) {
        return taken(flights.stream()
                .filter(each -> each.due <= accepted && goes.test(each))
                .findFirst()
                .orElse(null));
    }

    /** Takes the one that can be tried without others first; null if there is none. */
    BatchAttempt early(Predicate<BatchAttempt> goes) {
        return taken(flights.stream()
                .filter(each -> !each.needsOthers && goes.test(each))
                .min(Comparator.comparingLong(each -> each.due))
                .orElse(null));
    }

    private BatchAttempt taken(BatchAttempt flight) {
        flights.remove(flight);
        return flight;
    }

    /** Whether {@link #batches} are there. */
    boolean hasBatches() {
        return flights.stream().anyMatch(each -> each.refusals == 0);
    }

    /** Takes all but records that were refused alone: those are few and small, and how often that was is known only here. */
    List<BatchAttempt> batches() {
        List<BatchAttempt> batches =
                flights.stream().filter(each -> each.refusals == 0).toList();
        flights.removeAll(batches);
        return batches;
    }

    /** Whether there is one that can be tried whatever becomes of others. */
    boolean canBeTried() {
        return flights.stream().anyMatch(each -> !each.needsOthers);
    }

    /** Takes all. */
    List<BatchAttempt> all() {
        List<BatchAttempt> all = List.copyOf(flights);
        flights.clear();
        return all;
    }
}
