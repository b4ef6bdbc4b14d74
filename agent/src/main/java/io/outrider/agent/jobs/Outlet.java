package io.outrider.agent.jobs;

/** The way out to the broker. */
public interface Outlet {
    /** Terminal answers of jobs that were run or refused by the unit's owner. */
    String RETURN = "return";

    /** What becomes of jobs on their way, and rejections. */
    String JOB = "job";

    /** What became of a message: exactly one of the three, once, on any thread. Must be quick. */
    interface Verdict {
        /** The broker has it. */
        void acknowledged();

        /** It may not have arrived, and the outlet does not try again. */
        void failed();

        /**
         * The broker has it not, and does not want it.
         *
         * @param why a few words
         * @param forGood whether it is this message that it does not want, so that it never will; else it may take it
         *     when its rules are others
         */
        void refused(String why, boolean forGood);
    }

    /**
     * Hands a message over. Any thread, several at once; must not block. The verdict may come before this returns; there
     * is none if this returns false.
     *
     * @param topic the last part of it: {@link #RETURN} or {@link #JOB}
     * @return false if nothing can be taken now
     */
    boolean publish(String topic, byte[] payload, Verdict verdict);
}
