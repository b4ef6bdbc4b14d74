package io.outrider.agent.commands;

import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;

/** Listener on the unit for all jobs, local ones included. Called on any thread, concurrently; must not block. */
public interface JobObserver {
    default void at(JobEvent event) {}

    default void ended(Return reply) {}
}
