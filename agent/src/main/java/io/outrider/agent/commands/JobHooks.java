package io.outrider.agent.commands;

import io.outrider.wire.Return;

/** Callbacks of {@link JobExecutor} for each step of a job. */
interface JobHooks {
    JobOutcome refusal(Job job);

    /** @return false if the claim could not be written; called again later */
    boolean start(Job job);

    /** @return false if it could not be written that the function is called now; called again later */
    boolean invoked(Job job);

    Return run(Job job);

    /** Called once for each job, on any thread; may block only on the disk. */
    void ended(Job job, JobOutcome outcome, String label);

    Return fault(Job job, Throwable fault);

    Return stopped(Job job, Job.Stop stop);
}
