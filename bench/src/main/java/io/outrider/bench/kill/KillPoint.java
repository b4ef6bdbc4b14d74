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

    /** Whether what became of it cannot be known any more, so that the return is an error that says so. */
    boolean interrupted() {
        return point == null || point == FaultInjector.Point.FINISHED;
    }

    /**
     * Whether the answer may come once more although nobody asked again: because it may have left without a note of it, or
     * because the broker was not told that the command is accepted and delivers it again.
     */
    boolean mayAnswerAgain() {
        return point == FaultInjector.Point.ACCEPTED
                || point == FaultInjector.Point.ENDED
                || point == FaultInjector.Point.PUBLISHED
                || point == FaultInjector.Point.SENT;
    }

    /** The previous job may pass the last point too, so that the point alone does not show a job's progress. */
    boolean isLast() {
        return point == FaultInjector.Point.SENT;
    }

    String text() {
        return point == null ? "inside" : point.name().toLowerCase(Locale.ROOT);
    }
}
