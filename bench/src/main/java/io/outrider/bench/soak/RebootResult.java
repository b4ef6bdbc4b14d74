package io.outrider.bench.soak;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A machine that was started, and whose unit has taken no records in its time.
 *
 * @param cuts how often its power was cut before
 * @param took since it was started
 * @param alive whether the machine runs
 * @param ended what the unit said when it ended by itself; empty if it has not
 */
record RebootResult(int cuts, Duration took, boolean alive, String ended) {
    /** What a last start may take beyond the end. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** Several times what the slowest boot beside other load took: a unit that was up before, and is not by then, hangs. */
    static final Duration PATIENCE = Duration.ofMinutes(15);

    /**
     * What that means: {@link Skipped} if nothing says that the unit is why; {@link IllegalStateException} if it was up
     * before, and could not go on with what it found.
     *
     * @param log to be named
     */
    Exception notAnyMore(Path log) {
        String what = "after %d power cuts the unit took no records for %d s, %s%s; see %s"
                .formatted(
                        cuts,
                        took.toSeconds(),
                        alive ? "and time was up" : "and the machine ended",
                        ended.isEmpty() ? "" : " (" + ended + ")",
                        log);
        boolean hangs = alive && took.compareTo(PATIENCE) >= 0;
        return cuts > 0 && (hangs || !ended.isEmpty()) ? new IllegalStateException(what) : new Skipped(what);
    }
}
