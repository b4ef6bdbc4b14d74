package io.outrider.agent.commands;

import io.outrider.api.Ticker;
import io.outrider.wire.Return;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that wait and run, each on a thread of its own; ends them when they must. Any thread. */
final class JobExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(JobExecutor.class);

    /** What a body that was interrupted gets to end. */
    private static final long GRACE_SECONDS = 5;

    private static final long RETRY_SECONDS = 1;

    /** Places that only loggers may take besides, and as many that only urgent jobs may. */
    private static final int SPARE = 4;

    private final ScheduledExecutorService timer;
    private final JobHooks steps;
    private final Ticker ticker;
    private final FaultInjector fault;
    private final ThreadFactory threads;

    private final Map<String, Job> live = new LinkedHashMap<>(); // all below is guarded by this
    private final Deque<Job> waiting = new ArrayDeque<>();
    private JobSettings settings;
    private int running;
    private int abandoned;
    private boolean diskStalls;
    private boolean machineStalls;
    private boolean closing;

    /** @param threads make one that is not started */
    JobExecutor(
            JobSettings settings,
            ScheduledExecutorService timer,
            JobHooks steps,
            Ticker ticker,
            FaultInjector fault,
            ThreadFactory threads) {
        this.settings = settings;
        this.timer = timer;
        this.steps = steps;
        this.ticker = ticker;
        this.fault = fault;
        this.threads = threads;
    }

    synchronized void configure(JobSettings changed) {
        settings = changed;
        dispatch();
    }

    /** Takes a job that nobody else has. It runs when a place is free. */
    void add(Job job) {
        synchronized (this) {
            if (!closing) {
                live.put(job.jid(), job);
                waiting.addLast(job);
                dispatch();
                return;
            }
        }
        if (!job.isOfFleet()) { // else it is in the journal, and runs at the next start
            end(job, null);
        }
    }

    private synchronized void dispatch() {
        for (Job job = next(); job != null; job = next()) {
            job.hasPlace = job.depth == 0; // else it has that of its caller, who waits for it
            running += job.hasPlace ? 1 : 0;
            job.state = Job.State.STARTING;
            Job chosen = job;
            try {
                job.thread = threads.newThread(() -> work(chosen));
                job.thread.setName("job " + job.jid());
                job.thread.setDaemon(true); // one that hangs does not keep the program from ending
                job.thread.start();
            } catch (OutOfMemoryError | RuntimeException e) { // the system gives no more threads
                notStarted(job, e);
            }
        }
    }

    /** Guarded by this. */
    private void notStarted(Job job, Throwable why) {
        LOG.warn("job {} cannot have a thread yet and waits: the system gives none", job.jid(), why);
        running -= job.hasPlace ? 1 : 0;
        job.hasPlace = false;
        job.thread = null;
        job.state = Job.State.WAITING;
        waiting.addFirst(job);
        machineStalls = true;
        later(RETRY_SECONDS, () -> {
            synchronized (this) {
                machineStalls = false;
                dispatch();
            }
        });
    }

    /** Takes the next one that may run from the queue; null if there is none. */
    private Job next() {
        if (closing || machineStalls) {
            return null;
        }
        for (Iterator<Job> each = waiting.iterator(); each.hasNext(); ) {
            Job job = each.next();
            if (isPlaceFor(job) && !(diskStalls && job.isOfFleet())) {
                each.remove();
                return job;
            }
        }
        return null;
    }

    private boolean isPlaceFor(Job job) {
        int spare = job.isUrgent() ? 2 * SPARE : job.isOfLogger() ? SPARE : 0;
        return job.depth > 0 || running < settings.running() + spare;
    }

    private void work(Job job) {
        boolean isBack = false;
        try {
            fault.at(FaultInjector.Point.STARTING);
            JobOutcome refusal = null;
            try {
                refusal = steps.refusal(job);
                isBack = refusal == null && !steps.start(job);
            } catch (RuntimeException | Error e) {
                refusal = new JobOutcome.Returned(steps.fault(job, e));
            }
            if (isBack) {
                putBack(job);
            } else {
                runAndEnd(job, refusal);
            }
        } finally { // after the answer is on disk, so that answers are in the order in which jobs ran
            if (!isBack) { // else its place may be that of its next try
                giveBackPlace(job);
            }
        }
    }

    private void runAndEnd(Job job, JobOutcome refusal) {
        JobOutcome ending = refusal;
        fault.at(FaultInjector.Point.STARTED);
        if (refusal == null && begin(job)) {
            ending = new JobOutcome.Returned(run(job));
            fault.at(FaultInjector.Point.FINISHED);
        }
        if (finish(job)) {
            end(job, ending);
        }
    }

    private Return run(Job job) {
        try {
            return steps.begin(job) ? steps.run(job) : steps.unwritable(job);
        } catch (RuntimeException | Error e) {
            return steps.fault(job, e);
        }
    }

    private synchronized void giveBackPlace(Job job) {
        if (job.hasPlace) {
            job.hasPlace = false;
            running--;
            dispatch();
        }
    }

    private synchronized boolean begin(Job job) {
        if (job.stop != null || closing) {
            return false;
        }
        job.state = Job.State.RUNNING;
        int seconds = settings.secondsFor(job.command.fun());
        Job.Stop stop = Job.Stop.limit(job.command.fun(), seconds);
        job.limit = timer.schedule(() -> stop(job, stop), seconds, TimeUnit.SECONDS);
        return true;
    }

    /**
     * From here on nothing interrupts the job's thread.
     *
     * @return false if the job was abandoned, so that its end is history
     */
    private synchronized boolean finish(Job job) {
        Thread.interrupted();
        if (job.limit != null) {
            job.limit.cancel(false);
        }
        if (job.state == Job.State.ABANDONED) {
            abandoned--;
            live.remove(job.jid());
            LOG.warn("job {} ({}) was abandoned and has ended now", job.jid(), LogText.name(job.command.fun()));
            notifyAll();
            return false;
        }
        job.state = Job.State.ENDING;
        return true;
    }

    /** @param ending what came of it, if nobody told it to end; null if it did not run */
    private void end(Job job, JobOutcome ending) {
        Job.Stop stop;
        synchronized (this) {
            stop = job.stop == null && ending == null ? Job.Stop.AGENT_STOPPED : job.stop;
        }
        try {
            tellEnd(job, ending, stop);
        } finally {
            synchronized (this) {
                if (job.state == Job.State.ENDING) {
                    live.remove(job.jid());
                }
                notifyAll();
            }
        }
    }

    private void tellEnd(Job job, JobOutcome ending, Job.Stop stop) {
        job.progress.end();
        if (stop != null) {
            steps.ended(job, new JobOutcome.Returned(steps.stopped(job, stop)), stop.outcome());
        } else {
            boolean failed = ending instanceof JobOutcome.Returned returned
                    && !returned.value().success();
            steps.ended(job, ending, failed ? "failed" : "done");
        }
    }

    private synchronized void putBack(Job job) {
        job.state = Job.State.WAITING;
        waiting.addFirst(job);
        if (!diskStalls) {
            diskStalls = true;
            later(RETRY_SECONDS, () -> {
                synchronized (this) {
                    diskStalls = false;
                    dispatch();
                }
            });
        }
        if (job.stop != null) {
            Job.Stop stop = job.stop;
            later(0, () -> stop(job, stop));
        }
        notifyAll();
        giveBackPlace(job);
    }

    /** @return false if no such job waits or runs */
    boolean stop(String jid, Job.Stop stop) {
        Job job;
        synchronized (this) {
            job = live.get(jid);
        }
        return job != null && stop(job, stop);
    }

    private boolean stop(Job job, Job.Stop stop) {
        synchronized (this) {
            switch (job.state) {
                case WAITING -> {
                    waiting.remove(job);
                    job.state = Job.State.ENDING;
                    job.stop = stop;
                }
                case STARTING -> {
                    job.stop = job.stop == null ? stop : job.stop;
                    return true;
                }
                case RUNNING -> {
                    if (job.stop == null) {
                        job.stop = stop;
                        job.thread.interrupt();
                        later(GRACE_SECONDS, () -> abandon(job));
                    }
                    return true;
                }
                default -> {
                    return false;
                }
            }
        }
        end(job, null);
        return true;
    }

    private void abandon(Job job) {
        synchronized (this) {
            if (job.state != Job.State.RUNNING || closing) {
                return;
            }
            job.state = Job.State.ABANDONED;
            abandoned++;
            giveBackPlace(job);
        }
        LOG.warn(
                "job {} ({}) does not end although it was told to {} s ago; it is abandoned",
                job.jid(),
                LogText.name(job.command.fun()),
                GRACE_SECONDS);
        end(job, null);
    }

    private void later(long seconds, Runnable what) {
        try {
            timer.schedule(what, seconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("not done any more, as the agent stops");
        }
    }

    /** The room there is now. */
    synchronized Admission admission() {
        return new Admission(settings, live.values(), waiting.size(), running, abandoned);
    }

    synchronized Job job(String jid) {
        return live.get(jid);
    }

    synchronized List<Job> jobs() {
        return new ArrayList<>(live.values());
    }

    /** The job that runs on this thread, or null. */
    synchronized Job on(Thread thread) {
        return live.values().stream()
                .filter(job -> job.thread == thread)
                .findFirst()
                .orElse(null);
    }

    synchronized Job.State state(Job job) {
        return job.state;
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized int running() {
        return running;
    }

    synchronized List<Job> abandoned() {
        return live.values().stream()
                .filter(job -> job.state == Job.State.ABANDONED)
                .toList();
    }

    /** Interrupts what runs and waits for it. What waits is not started any more. */
    void close(long nanos) {
        List<Job> all;
        synchronized (this) {
            closing = true;
            all = jobs();
        }
        for (Job job : all) {
            if (!job.isOfFleet() || state(job) != Job.State.WAITING) {
                stop(job, Job.Stop.AGENT_STOPPED);
            }
        }
        long deadline = ticker.nanos() + nanos;
        synchronized (this) {
            try {
                for (long left = nanos; left > 0 && !isIdle(); left = deadline - ticker.nanos()) {
                    wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        Job.Stop stop = Job.Stop.AGENT_STOPPED;
        jobs().forEach(job -> job.end.complete(steps.stopped(job, stop)));
    }

    private boolean isIdle() {
        return live.values().stream()
                .allMatch(job -> job.state == Job.State.WAITING || job.state == Job.State.ABANDONED);
    }
}
