package io.outrider.agent.jobs;

import java.util.Collection;
import java.util.stream.Stream;

/** Whether a further job can be taken, as things are at this moment. */
record Admission(JobSettings settings, Collection<Job> live, Collection<Job> waiting, int running, int abandoned) {
    /** Urgent jobs that may be here at a time. */
    private static final int MOST_URGENT = 64;

    /** Bytes of arguments that may be here in all: they are in memory, of which a unit has little. */
    static final long MOST_WEIGHT = 4L << 20;

    /** Of jobs that are so light there may be {@link #MOST_LIGHT} beside: a heavy one locks out others of its kind only. */
    private static final long LIGHT = 2048;

    private static final long MOST_LIGHT = 2L << 20;

    /**
     * @param weight bytes of its arguments
     * @param coming jobs that are about to be added
     * @return null if it can be taken
     */
    Ending.Rejected refusal(boolean urgent, long weight, Collection<Job> coming) {
        Ending.Rejected refusal = urgent ? noPlaceForUrgent(coming) : noPlace(coming.size());
        return refusal == null ? tooHeavy(weight, coming) : refusal;
    }

    private Ending.Rejected noPlaceForUrgent(Collection<Job> coming) {
        long here = Stream.concat(live.stream(), coming.stream())
                .filter(Job::isUrgent)
                .count();
        return here < MOST_URGENT ? null : busy(here + " jobs of saltutil are here already; try again later");
    }

    private Ending.Rejected noPlace(int coming) {
        if (abandoned >= settings.abandoned()) {
            return busy(
                    abandoned + " jobs hang although they were told to end; saltutil.running lists them, and a restart"
                            + " of outrider ends them");
        }
        if (waiting.size() + running + coming >= settings.waiting() + settings.running()) {
            return busy(waiting.size() + coming + " jobs wait already ([jobs] waiting); try again later");
        }
        return null;
    }

    /** A heavy one is taken in any case if no other is here. */
    private Ending.Rejected tooHeavy(long weight, Collection<Job> coming) {
        boolean light = weight <= LIGHT;
        long here = Stream.concat(live.stream(), coming.stream())
                .mapToLong(Job::weight)
                .filter(each -> each <= LIGHT == light)
                .sum();
        return here == 0 || here + weight <= (light ? MOST_LIGHT : MOST_WEIGHT)
                ? null
                : busy("the arguments of the jobs that wait and run take " + (here >> 10)
                        + " KB of memory already; try again later, or with fewer arguments");
    }

    private static Ending.Rejected busy(String why) {
        return new Ending.Rejected("BUSY", why);
    }
}
