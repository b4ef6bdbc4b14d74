package io.outrider.bench.soak;

import java.util.List;
import java.util.Map;

/**
 * What one part of the soak came to.
 *
 * @param deeds what was done to the unit, and how often
 * @param complaints what is wrong; if there are none, the sums hold
 */
record Outcome(Sums sums, Map<String, Integer> deeds, List<String> complaints) {
    Outcome {
        deeds = Map.copyOf(deeds);
        complaints = List.copyOf(complaints);
    }
}
