package io.outrider.agent.commands;

import io.outrider.wire.Return;

/** What happens to a job on its way. */
interface JobHooks {
    /** @return how it ends if it must not run any more, else null */
    JobOutcome refusal(Job job);

    /** @return false if that could not be written down; it is asked again later */
    boolean start(Job job);

    /** @return false if it could not be noted that the body is called now, so that it must not be */
    boolean begin(Job job);

    Return run(Job job);

    /** Called once for each job, on any thread; must not wait for anything but the disk. */
    void ended(Job job, JobOutcome ending, String outcome);

    /** The return of a job that could not be run because of the disk. */
    Return unwritable(Job job);

    /** The return of a job that could not be run because of a fault in this program. */
    Return fault(Job job, Throwable fault);

    /** The return of a job that was told to end. */
    Return stopped(Job job, Job.Stop stop);
}
