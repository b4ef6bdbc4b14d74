package io.outrider.agent.jobs;

import java.util.Collection;

/** Whether a further job can be taken, as things are at this moment. */
record Admission(JobSettings settings, Collection<Job> live, Collection<Job> waiting, int running, int abandoned) {
    /** Urgent jobs that may be here at a time. */
    private static final int MOST_URGENT = 64;

    /** Characters of arguments that may wait in all: they are in memory, of which a unit has little. */
    private static final long MOST_WAITING = 4L << 20;

    /**
     * @param coming jobs that are about to be added
     * @return null if it can be taken
     */
    Ending.Rejected refusal(boolean urgent, int coming) {
        if (urgent) {
            long here = live.stream().filter(Job::isUrgent).count() + coming;
            return here < MOST_URGENT ? null : busy(here + " jobs of saltutil are here already; try again later");
        }
        if (abandoned >= settings.abandoned()) {
            return busy(
                    abandoned + " jobs hang although they were told to end; saltutil.running lists them, and a restart"
                            + " of outrider ends them");
        }
        if (waiting.size() + running + coming >= settings.waiting() + settings.running()) {
            return busy(waiting.size() + coming + " jobs wait already ([jobs] waiting); try again later");
        }
        if (waiting.stream().mapToLong(Job::weight).sum() > MOST_WAITING) {
            return busy("the arguments of the jobs that wait take " + (MOST_WAITING >> 20)
                    + " MB already; try again later");
        }
        return null;
    }

    private static Ending.Rejected busy(String why) {
        return new Ending.Rejected("BUSY", why);
    }
}
