package io.outrider.bench.soak;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tally of the outcomes of all scenarios, printed as they end. Any thread. */
final class SoakTally {
    private final PrintStream out;
    private final Map<String, Integer> deeds = new TreeMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();
    private Sums sums = Sums.NONE;
    private int judged;
    private int complaints;

    SoakTally(PrintStream out) {
        this.out = out;
    }

    synchronized void judged(String part, ScenarioOutcome outcome) {
        judged++;
        out.println(part + ": " + outcome.sums().line() + deeds(outcome.deeds()));
        outcome.complaints().forEach(each -> wrong(part, each));
        sums = sums.plus(outcome.sums());
        outcome.deeds().forEach((deed, count) -> deeds.merge(deed, count, Integer::sum));
    }

    /**
     * Records an inconclusive scenario.
     *
     * @param wrong true if the scenario was required
     */
    synchronized void skipped(String part, String reason, boolean wrong) {
        out.println("skipped " + part + ": " + reason);
        if (wrong) {
            wrong(part, "it had to run");
        }
        skipped.put(part, reason);
    }

    synchronized void failed(String part, Throwable reason) {
        wrong(part, reason.toString());
        reason.printStackTrace(out);
    }

    private void wrong(String part, String complaint) {
        out.println("WRONG: " + part + ": " + complaint);
        complaints++;
    }

    /** Prints the line of sums; returns true if they hold, false also if no scenario was judged. */
    synchronized boolean last() {
        boolean holds = complaints == 0 && judged > 0;
        String left = skipped.entrySet().stream()
                .map(each -> "; skipped: " + each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining());
        out.println((holds ? "holds: " : "DOES NOT HOLD: ") + sums.line() + deeds(deeds) + left);
        return holds;
    }

    private static String deeds(Map<String, Integer> deeds) {
        return new TreeMap<>(deeds)
                .entrySet().stream()
                        .map(each -> ", " + each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining());
    }
}
