package io.outrider.agent.commands;

import io.outrider.wire.Return;

/** Callbacks of {@link JobExecutor} for each step of a job. */
interface JobHooks {
    /**
     * Result of a step before the call of the function.
     *
     * @param isBlocked true if the disk did not take the entry of the step; the job is tried again later
     * @param outcome of a job that is not run; else null
     */
    record StartStep(boolean isBlocked, JobOutcome outcome) {
        static final StartStep DONE = new StartStep(false, null);
        static final StartStep BLOCKED = new StartStep(true, null);
    }

    /** Checks the job once more, and writes its claim. */
    StartStep claim(Job job);

    /** Writes that the function is called now. */
    StartStep invoke(Job job);

    Return run(Job job);

    /** Called once for each job, on any thread; may block only on the disk. */
    void ended(Job job, JobOutcome outcome, String label);

    Return fault(Job job, Throwable fault);

    Return stopped(Job job, Job.Stop stop);
}
