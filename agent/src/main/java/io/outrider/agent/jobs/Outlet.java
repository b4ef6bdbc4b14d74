package io.outrider.agent.jobs;

/** The way out to the broker. */
public interface Outlet {
    /** Terminal answers of jobs that were run or refused by the unit's owner. */
    String RETURN = "return";

    /** What becomes of jobs on their way, and rejections. */
    String JOB = "job";

    /**
     * Hands a message over. Any thread, several at once; must not block. Of the two callbacks exactly one is called, on
     * any thread, maybe before this returns; none of them if this returns false.
     *
     * @param topic the last part of it: {@link #RETURN} or {@link #JOB}
     * @param acknowledged the broker has it
     * @param failed it may not have arrived, and the outlet does not try again
     * @return false if nothing can be taken now
     */
    boolean publish(String topic, byte[] payload, Runnable acknowledged, Runnable failed);
}
