package io.outrider.bench.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sums of a ledger.
 *
 * @param produced numbers acknowledged as on the disk
 * @param delivered produced numbers that arrived
 * @param lost produced numbers that did not arrive; valid only if as many losses are reported
 * @param reported records reported lost, by reason, including internal and unacknowledged ones
 * @param duplicates records that arrived again with the same identity
 * @param unanswered posted numbers without an acknowledgement
 * @param unansweredArrived unanswered numbers that arrived
 */
record Sums(
        long produced,
        long delivered,
        long lost,
        Map<String, Long> reported,
        long duplicates,
        long unanswered,
        long unansweredArrived) {
    static final Sums NONE = new Sums(0, 0, 0, Map.of(), 0, 0, 0);

    Sums plus(Sums other) {
        Map<String, Long> both = new TreeMap<>(reported);
        other.reported.forEach((reason, count) -> both.merge(reason, count, Long::sum));
        return new Sums(
                produced + other.produced,
                delivered + other.delivered,
                lost + other.lost,
                both,
                duplicates + other.duplicates,
                unanswered + other.unanswered,
                unansweredArrived + other.unansweredArrived);
    }

    /** {@code produced 9 = delivered 7 + lost 2 (reported: full 2), duplicates 1, unanswered 3 of which 2 arrived}. */
    String line() {
        String reasons = reported.isEmpty()
                ? "reported: none"
                : new TreeMap<>(reported)
                        .entrySet().stream()
                                .map(each -> each.getKey() + " " + each.getValue())
                                .collect(Collectors.joining(", ", "reported: ", ""));
        return "produced %d = delivered %d + lost %d (%s), duplicates %d, unanswered %d of which %d arrived"
                .formatted(produced, delivered, lost, reasons, duplicates, unanswered, unansweredArrived);
    }
}
