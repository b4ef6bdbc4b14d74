package io.outrider.agent.commands;

import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.util.function.Consumer;

/** The way in for callers on the unit, who wait for the answer. Any thread. */
public interface Caller {
    /**
     * Runs a function, under the same permissions, limits and time limit as a job of the fleet. It is listed among the
     * running jobs and can be cancelled by its jid.
     *
     * @param origin not the fleet, whose jobs are delivered and kept
     * @param progress told on any thread, one at a time: the first at once, then the latest once a second, and the last
     *     before the end; must not block
     * @return always, failures included
     * @throws InterruptedException if the caller is interrupted; the job is cancelled
     */
    Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress) throws InterruptedException;

    /** A jid that no other job of this unit has. */
    String newJid();
}
