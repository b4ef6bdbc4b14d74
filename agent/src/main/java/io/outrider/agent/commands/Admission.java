package io.outrider.agent.commands;

import io.outrider.api.CommonErrors;
import java.util.Collection;

/** Capacity check for the jobs of a batch: a snapshot of the live jobs plus those accepted since. One thread. */
final class Admission {
    private static final int MOST_URGENT = 64;

    /** Bytes of arguments up to which a job is light: heavy jobs cannot block light ones. */
    private static final long LIGHT = 2048;

    private static final long MOST_LIGHT_BYTES = 2L << 20;
    private static final long MOST_HEAVY_BYTES = 4L << 20;

    private final JobSettings settings;
    private final int abandoned;
    private final int running;
    private int waiting;
    private int urgent;
    private long lightWeight;
    private long heavyWeight;

    Admission(JobSettings settings, Collection<Job> live, int waiting, int running) {
        this.settings = settings;
        this.waiting = waiting;
        this.running = running;
        abandoned = (int)
                live.stream().filter(job -> job.state == Job.JobState.ABANDONED).count();
        live.forEach(job -> count(job, 1));
    }

    private void count(Job job, int sign) {
        urgent += job.isUrgent() ? sign : 0;
        if (job.weight <= LIGHT) {
            lightWeight += sign * job.weight;
        } else {
            heavyWeight += sign * job.weight;
        }
    }

    void add(Job job) {
        waiting++;
        count(job, 1);
    }

    void remove(Job job) {
        waiting--;
        count(job, -1);
    }

    /** @return null if the job can be accepted */
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

    boolean hasMemoryFor(long weight) {
        return tooHeavy(weight) == null;
    }

    /** A heavy job is always accepted if there is no other. */
    private JobOutcome.Rejected tooHeavy(long weight) {
        boolean isLight = weight <= LIGHT;
        long here = isLight ? lightWeight : heavyWeight;
        return here == 0 || here + weight <= (isLight ? MOST_LIGHT_BYTES : MOST_HEAVY_BYTES)
                ? null
                : busy("the arguments of the jobs that wait and run take " + (here >> 10)
                        + " KB of memory already; try again later, or with fewer arguments");
    }

    private static JobOutcome.Rejected busy(String why) {
        return new JobOutcome.Rejected(CommonErrors.BUSY, why);
    }
}
