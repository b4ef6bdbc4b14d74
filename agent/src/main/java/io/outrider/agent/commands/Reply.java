package io.outrider.agent.commands;

/**
 * Reply to a command; the same bytes each time it is sent.
 *
 * @param topic {@link #RETURN}, or {@link #JOB} for a rejection
 */
record Reply(String topic, byte[] payload) {
    /** Returns of jobs that ran or were denied by the unit's owner. */
    static final String RETURN = "return";

    /** States of jobs, and rejections. */
    static final String JOB = "job";
}
