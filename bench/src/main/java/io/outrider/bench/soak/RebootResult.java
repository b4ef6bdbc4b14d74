package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Result of a boot after which the unit accepted no records in time.
 *
 * @param cuts power cuts before this boot
 * @param took time since the start
 * @param alive true if the machine runs
 * @param ended log line of an exit of the unit; empty if none
 */
record RebootResult(int cuts, Duration took, boolean alive, String ended) {
    /** Extra time of a last boot beyond the end of the scenario. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** Several times the slowest measured boot beside other load; a unit that takes longer hangs. */
    static final Duration BOOT_TIMEOUT = Duration.ofMinutes(15);

    /**
     * Verdict: {@link IllegalStateException} if the unit ran before and did not recover, else {@link Skipped}.
     *
     * @param log log file to name
     */
    Exception verdict(Path log) {
        String what = "after %d power cuts the unit took no records for %d s, %s%s; see %s"
                .formatted(
                        cuts,
                        took.toSeconds(),
                        alive ? "and time was up" : "and the machine ended",
                        ended.isEmpty() ? "" : " (" + ended + ")",
                        log);
        boolean hangs = alive && took.compareTo(BOOT_TIMEOUT) >= 0;
        return cuts > 0 && (hangs || !ended.isEmpty()) ? new IllegalStateException(what) : new Skipped(what);
    }
}
