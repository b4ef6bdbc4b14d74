package io.outrider.agent.commands;

import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.util.function.Consumer;

/** Entry point for callers on the unit, which wait for the result. Thread-safe. */
public interface Caller {
    /**
     * Runs a function under the same permissions, concurrency limits and time limit as a job of the fleet. The job is
     * listed as running and can be cancelled by its jid.
     *
     * @param origin not {@link Origin#FLEET}
     * @param progress called on any thread, one call at a time, at most once a second and once before the end; must not
     *     block
     * @return a value for failures, too
     * @throws InterruptedException if the caller is interrupted; the job is cancelled
     */
    Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress) throws InterruptedException;

    /** Returns a jid that no other job of this unit has. */
    String newJid();
}
