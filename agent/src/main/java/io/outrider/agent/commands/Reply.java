package io.outrider.agent.commands;

/**
 * What leaves the unit as the end of a job, the same every time.
 *
 * @param topic {@link #RETURN}, or {@link #JOB} for a rejection
 */
record Reply(String topic, byte[] payload) {
    /** Terminal answers of jobs that were run or refused by the unit's owner. */
    static final String RETURN = "return";

    /** What becomes of jobs on their way, and rejections. */
    static final String JOB = "job";
}
