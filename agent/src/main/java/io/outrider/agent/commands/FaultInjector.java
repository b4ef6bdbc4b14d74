package io.outrider.agent.commands;

/** Fault injection points in the life of a job, for tests that kill the process; see {@link Point}. */
@FunctionalInterface
public interface FaultInjector {
    FaultInjector NONE = point -> {};

    /** In the order in which a job passes them. */
    enum Point {
        /** Before anything is on disk. */
        RECEIVED,
        /** The command is on disk, with the claim of a job that starts at once; not acknowledged to the broker. */
        ACCEPTED,
        ACKNOWLEDGED,
        /** The job has a thread; if it waited for one, the claim is not on disk. */
        STARTING,
        /** The claim is on disk. */
        STARTED,
        FINISHED,
        /** The reply is on disk. */
        ENDED,
        /** The reply is handed to the publisher. */
        PUBLISHED,
        /** The reply is acknowledged, and that is on disk. */
        SENT
    }

    /** Called on the thread that passes the point. An error thrown here aborts that thread's work. */
    void at(Point point);
}
