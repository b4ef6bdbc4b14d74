package io.outrider.agent.commands;

import java.util.Collection;

/**
 * Room for further jobs: what is here at one moment, and what was taken since. Counted once for many commands, because
 * all that is here has to be looked at. One thread.
 */
final class Admission {
    /** Urgent jobs that may be here at a time. */
    private static final int MOST_URGENT = 64;

    /** Bytes of arguments that may be here in all: they are in memory, of which a unit has little. */
    private static final long MOST_WEIGHT = 4L << 20;

    /**
     * Weight up to which a job is light. {@link #MOST_LIGHT} of these are taken beside: a heavy one locks out heavy
     * ones only.
     */
    private static final long LIGHT = 2048;

    private static final long MOST_LIGHT = 2L << 20;

    private final JobSettings settings;
    private final int abandoned;
    private final int running;
    private int waiting;
    private int urgent;
    private long lightWeight;
    private long heavyWeight;

    Admission(JobSettings settings, Collection<Job> live, int waiting, int running, int abandoned) {
        this.settings = settings;
        this.waiting = waiting;
        this.running = running;
        this.abandoned = abandoned;
        live.forEach(this::count);
    }

    private void count(Job job) {
        urgent += job.isUrgent() ? 1 : 0;
        if (job.weight() <= LIGHT) {
            lightWeight += job.weight();
        } else {
            heavyWeight += job.weight();
        }
    }

    /** One more is about to be added. */
    void take(Job job) {
        waiting++;
        count(job);
    }

    /** One that was to be added is not. */
    void giveBack(Job job) {
        waiting--;
        urgent -= job.isUrgent() ? 1 : 0;
        if (job.weight() <= LIGHT) {
            lightWeight -= job.weight();
        } else {
            heavyWeight -= job.weight();
        }
    }

    /**
     * @param weight bytes of its arguments
     * @return null if it can be taken
     */
    JobOutcome.Rejected refusal(boolean isUrgent, long weight) {
        if (isUrgent) {
            return urgent < MOST_URGENT
                    ? tooHeavy(weight)
                    : busy(urgent + " jobs of saltutil are here already; try again later");
        }
        if (abandoned >= settings.abandoned()) {
            return busy(
                    abandoned + " jobs hang although they were told to end; saltutil.running lists them, and a restart"
                            + " of outrider ends them");
        }
        if (waiting + running >= settings.waiting() + settings.running()) {
            return busy(waiting + " jobs wait already ([jobs] waiting); try again later");
        }
        return tooHeavy(weight);
    }

    /** @param weight bytes of arguments that are only looked at */
    boolean hasMemoryFor(long weight) {
        return tooHeavy(weight) == null;
    }

    /** A heavy one is taken in any case if no other is here. */
    private JobOutcome.Rejected tooHeavy(long weight) {
        boolean isLight = weight <= LIGHT;
        long here = isLight ? lightWeight : heavyWeight;
        return here == 0 || here + weight <= (isLight ? MOST_LIGHT : MOST_WEIGHT)
                ? null
                : busy("the arguments of the jobs that wait and run take " + (here >> 10)
                        + " KB of memory already; try again later, or with fewer arguments");
    }

    private static JobOutcome.Rejected busy(String why) {
        return new JobOutcome.Rejected("BUSY", why);
    }
}
