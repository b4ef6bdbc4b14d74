package io.outrider.agent.commands;

/** Where in a job's life a test may make the program die; see {@link Point}. */
@FunctionalInterface
public interface FaultInjector {
    FaultInjector NONE = point -> {};

    /** The points, in the order in which a job passes them. */
    enum Point {
        /** Nothing of it is on disk. */
        RECEIVED,
        /** On disk, not acknowledged to the broker. */
        ACCEPTED,
        /** The broker has forgotten it. */
        ACKNOWLEDGED,
        /** On its own thread, which is nowhere on disk. */
        STARTING,
        /** That it starts is on disk. */
        STARTED,
        /** The body has returned. */
        FINISHED,
        /** The answer is on disk. */
        ENDED,
        /** The answer was handed to the outlet. */
        PUBLISHED,
        /** The broker has the answer, and that is on disk. */
        SENT
    }

    /** Called on the thread that passes the point. An error thrown here ends that thread's work where it is. */
    void at(Point point);
}
