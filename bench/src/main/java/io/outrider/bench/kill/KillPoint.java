package io.outrider.bench.kill;

import io.outrider.agent.commands.FaultInjector;
import java.util.Locale;

/**
 * Point of a job's life at which the daemon is killed.
 *
 * @param point the fault point, or null for the middle of the function itself
 */
record KillPoint(FaultInjector.Point point) {
    static final KillPoint INSIDE = new KillPoint(null);

    /** True if the outcome is unknown after the kill, so that the return is an error that reports it. */
    boolean interrupted() {
        return point == null || point == FaultInjector.Point.FINISHED;
    }

    String text() {
        return point == null ? "inside" : point.name().toLowerCase(Locale.ROOT);
    }
}
