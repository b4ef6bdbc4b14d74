package io.outrider.bench.press;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Report on one unit after the load.
 *
 * @param memoryBefore resident megabytes after the warm-up
 * @param memoryMost at the peak
 * @param memoryAfter when the last part had ended and it had settled
 * @param settledSeconds how long that took
 * @param mostMore megabytes that may be held more than before
 * @param lived whether the process that was started was there to the end
 */
record UnitReport(
        String unit,
        CommandLedger ledger,
        List<PingWatch> pings,
        double memoryBefore,
        double memoryMost,
        double memoryAfter,
        double settledSeconds,
        double mostMore,
        boolean lived) {
    /** What is wrong; nothing is held against a unit that has ended but that: a part has said so. */
    List<String> complaints() {
        if (!lived) {
            return List.of();
        }
        List<String> complaints = new ArrayList<>(ledger.complaints());
        pings.forEach(each -> complaints.addAll(each.complaints()));
        if (!(memoryAfter - memoryBefore <= mostMore)) {
            complaints.add("memory is %.1f MB %.0f s after the last part, %.1f MB more than before the first"
                    .formatted(memoryAfter, settledSeconds, memoryAfter - memoryBefore));
        }
        return complaints;
    }

    String line() {
        return "commands %d = returned %d + rejected %d + unanswered %d, twice %d, %s, memory %.1f MB, at most %.1f MB, then %.1f MB after %.0f s"
                .formatted(
                        ledger.sent(),
                        ledger.returned() - (int) ledger.twice(),
                        ledger.rejected(),
                        ledger.unanswered(),
                        ledger.twice(),
                        pings.stream().map(PingWatch::line).collect(Collectors.joining(", ")),
                        memoryBefore,
                        memoryMost,
                        memoryAfter,
                        settledSeconds);
    }
}
