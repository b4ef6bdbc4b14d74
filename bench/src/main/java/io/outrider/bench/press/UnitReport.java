package io.outrider.bench.press;

import io.outrider.bench.daemon.CommandLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Report on one unit after the load.
 *
 * @param memoryBefore resident megabytes after the warm-up
 * @param memoryMost megabytes at the peak
 * @param memoryAfter megabytes after the last part and the time to settle
 * @param settledSeconds seconds until then
 * @param mostMore allowed increase in megabytes
 * @param lived true if the daemon ran to the end
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
    /** Violations; none for a unit that has ended, as a part has reported that. */
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
