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

/** Executor of jobs, each on its own thread; queues, stops and abandons them. Thread-safe. */
final class JobExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(JobExecutor.class);

    /** Time for an interrupted function to end. */
    private static final long GRACE_SECONDS = 5;

    private static final long RETRY_SECONDS = 1;

    /** Additional slots for loggers, and as many again for urgent jobs. */
    private static final int EXTRA_SLOTS = 4;

    private final ScheduledExecutorService timer;
    private final JobHooks hooks;
    private final Ticker ticker;
    private final FaultInjector fault;
    private final ThreadFactory threads;

    private final Map<String, Job> live = new LinkedHashMap<>(); // all below is guarded by this
    private final Deque<Job> waiting = new ArrayDeque<>();
    private JobSettings settings;
    private int running;
    private int abandoned;
    private boolean diskBlocked;
    private boolean noThreads;
    private boolean closing;

    /** @param threads must return unstarted threads */
    JobExecutor(
            JobSettings settings,
            ScheduledExecutorService timer,
            JobHooks hooks,
            Ticker ticker,
            FaultInjector fault,
            ThreadFactory threads) {
        this.settings = settings;
        this.timer = timer;
        this.hooks = hooks;
        this.ticker = ticker;
        this.fault = fault;
        this.threads = threads;
    }

    synchronized void configure(JobSettings changed) {
        settings = changed;
        dispatch();
    }

    /** Queues a job. It runs when a slot is free. */
    void add(Job job) {
        synchronized (this) {
            if (!closing) {
                live.put(job.jid(), job);
                waiting.addLast(job);
                dispatch();
                return;
            }
        }
        if (!job.isOfFleet()) { // jobs of the fleet are in the journal and run at the next start
            end(job, null);
        }
    }

    private synchronized void dispatch() {
        for (Job job = next(); job != null; job = next()) {
            job.hasSlot = job.depth == 0; // a nested job uses the slot of its caller
            running += job.hasSlot ? 1 : 0;
            job.state = Job.State.STARTING;
            Job chosen = job;
            try {
                job.thread = threads.newThread(() -> execute(chosen));
                job.thread.setName("job " + job.jid());
                job.thread.setDaemon(true); // a hanging job must not keep the JVM alive
                job.thread.start();
            } catch (OutOfMemoryError | RuntimeException e) { // no thread available
                threadUnavailable(job, e);
            }
        }
    }

    /** Guarded by this. */
    private void threadUnavailable(Job job, Throwable why) {
        LOG.warn("no thread available for job {}; requeued", job.jid(), why);
        running -= job.hasSlot ? 1 : 0;
        job.hasSlot = false;
        job.thread = null;
        job.state = Job.State.WAITING;
        waiting.addFirst(job);
        noThreads = true;
        schedule(RETRY_SECONDS, () -> {
            synchronized (this) {
                noThreads = false;
                dispatch();
            }
        });
    }

    /** Removes the next job that may run from the queue; null if there is none. */
    private Job next() {
        if (closing || noThreads) {
            return null;
        }
        for (Iterator<Job> each = waiting.iterator(); each.hasNext(); ) {
            Job job = each.next();
            if (hasSlotFor(job) && !(diskBlocked && job.isOfFleet())) {
                each.remove();
                return job;
            }
        }
        return null;
    }

    private boolean hasSlotFor(Job job) {
        int extra = job.isUrgent() ? 2 * EXTRA_SLOTS : job.isOfLogger() ? EXTRA_SLOTS : 0;
        return job.depth > 0 || running < settings.running() + extra;
    }

    private void execute(Job job) {
        boolean isRequeued = false;
        try {
            fault.at(FaultInjector.Point.STARTING);
            JobOutcome refusal = null;
            try {
                refusal = hooks.refusal(job);
                isRequeued = refusal == null && !hooks.start(job);
            } catch (RuntimeException | Error e) {
                refusal = new JobOutcome.Returned(hooks.fault(job, e));
            }
            if (isRequeued) {
                requeue(job);
            } else {
                runAndEnd(job, refusal);
            }
        } finally { // after the reply is on disk, so that replies keep the order of execution
            if (!isRequeued) { // else the next attempt may own the slot
                releaseSlot(job);
            }
        }
    }

    private void runAndEnd(Job job, JobOutcome refusal) {
        JobOutcome outcome = refusal;
        fault.at(FaultInjector.Point.STARTED);
        if (refusal == null && begin(job)) {
            outcome = new JobOutcome.Returned(run(job));
            fault.at(FaultInjector.Point.FINISHED);
        }
        if (finish(job)) {
            end(job, outcome);
        }
    }

    private Return run(Job job) {
        try {
            return hooks.begin(job) ? hooks.run(job) : hooks.unwritable(job);
        } catch (RuntimeException | Error e) {
            return hooks.fault(job, e);
        }
    }

    private synchronized void releaseSlot(Job job) {
        if (job.hasSlot) {
            job.hasSlot = false;
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
     * The job's thread is not interrupted after this.
     *
     * @return false if the job was abandoned, so that its outcome is already reported
     */
    private synchronized boolean finish(Job job) {
        Thread.interrupted();
        if (job.limit != null) {
            job.limit.cancel(false);
        }
        if (job.state == Job.State.ABANDONED) {
            abandoned--;
            live.remove(job.jid());
            LOG.warn("abandoned job {} ({}) has ended", job.jid(), LogText.name(job.command.fun()));
            notifyAll();
            return false;
        }
        job.state = Job.State.ENDING;
        return true;
    }

    /** @param outcome result if the job was not stopped; null if it did not run */
    private void end(Job job, JobOutcome outcome) {
        Job.Stop stop;
        synchronized (this) {
            stop = job.stop == null && outcome == null ? Job.Stop.AGENT_STOPPED : job.stop;
        }
        try {
            reportEnd(job, outcome, stop);
        } finally {
            synchronized (this) {
                if (job.state == Job.State.ENDING) {
                    live.remove(job.jid());
                }
                notifyAll();
            }
        }
    }

    private void reportEnd(Job job, JobOutcome outcome, Job.Stop stop) {
        job.progress.end();
        if (stop != null) {
            hooks.ended(job, new JobOutcome.Returned(hooks.stopped(job, stop)), stop.outcome());
        } else {
            boolean failed = outcome instanceof JobOutcome.Returned returned
                    && !returned.value().success();
            hooks.ended(job, outcome, failed ? "failed" : "done");
        }
    }

    private synchronized void requeue(Job job) {
        job.state = Job.State.WAITING;
        waiting.addFirst(job);
        if (!diskBlocked) {
            diskBlocked = true;
            schedule(RETRY_SECONDS, () -> {
                synchronized (this) {
                    diskBlocked = false;
                    dispatch();
                }
            });
        }
        if (job.stop != null) {
            Job.Stop stop = job.stop;
            schedule(0, () -> stop(job, stop));
        }
        notifyAll();
        releaseSlot(job);
    }

    /** @return false if the job is neither waiting nor running */
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
                        schedule(GRACE_SECONDS, () -> abandon(job));
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
            releaseSlot(job);
        }
        LOG.warn(
                "job {} ({}) still runs {} s after its interrupt; abandoned",
                job.jid(),
                LogText.name(job.command.fun()),
                GRACE_SECONDS);
        end(job, null);
    }

    private void schedule(long seconds, Runnable task) {
        try {
            timer.schedule(task, seconds, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("task not scheduled: the agent is stopping");
        }
    }

    synchronized Admission admission() {
        return new Admission(settings, live.values(), waiting.size(), running, abandoned);
    }

    synchronized Job job(String jid) {
        return live.get(jid);
    }

    synchronized List<Job> jobs() {
        return new ArrayList<>(live.values());
    }

    /** The job that runs on the thread, or null. */
    synchronized Job jobOn(Thread thread) {
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

    /** Interrupts running jobs and waits for them. Waiting jobs are not started. */
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
        jobs().forEach(job -> job.end.complete(hooks.stopped(job, stop)));
    }

    private boolean isIdle() {
        return live.values().stream()
                .allMatch(job -> job.state == Job.State.WAITING || job.state == Job.State.ABANDONED);
    }
}
