package io.outrider.bench.soak;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Outcome of one scenario.
 *
 * @param deeds number of each injected fault
 * @param complaints violations; if there are none, the sums hold
 */
record ScenarioOutcome(Sums sums, Map<String, Integer> deeds, List<String> complaints) {
    ScenarioOutcome {
        deeds = Map.copyOf(deeds);
        complaints = List.copyOf(complaints);
    }

    ScenarioOutcome plus(ScenarioOutcome other) {
        Map<String, Integer> both = new TreeMap<>(deeds);
        other.deeds.forEach((deed, count) -> both.merge(deed, count, Integer::sum));
        return new ScenarioOutcome(sums.plus(other.sums), both, complaints).and(other.complaints);
    }

    /** Adds complaints. */
    ScenarioOutcome and(List<String> more) {
        return new ScenarioOutcome(
                sums, deeds, Stream.concat(complaints.stream(), more.stream()).toList());
    }
}
