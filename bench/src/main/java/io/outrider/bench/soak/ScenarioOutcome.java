package io.outrider.bench.soak;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What one part of the soak came to.
 *
 * @param deeds what was done to the unit, and how often
 * @param complaints what is wrong; if there are none, the sums hold
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

    /** With these complaints too. */
    ScenarioOutcome and(List<String> more) {
        return new ScenarioOutcome(
                sums, deeds, Stream.concat(complaints.stream(), more.stream()).toList());
    }
}
