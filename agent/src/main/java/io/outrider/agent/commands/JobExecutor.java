package io.outrider.agent.commands;

import io.outrider.api.Ticker;
import io.outrider.wire.Return;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executor of jobs on pooled threads; queues, stops and abandons them. Thread-safe. */
final class JobExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(JobExecutor.class);
    private static final long GRACE_SECONDS = 5;

    private static final long RETRY_SECONDS = 1;

    /** Additional slots for loggers, and as many again for urgent jobs. */
    private static final int EXTRA_SLOTS = 4;

    private final ScheduledExecutorService timer;
    private final JobHooks hooks;
    private final Ticker ticker;
    private final FaultInjector fault;
    private final JobThreads threads;

    private final Map<String, Job> live = new LinkedHashMap<>(); // all below is guarded by this
    private final Deque<Job> waiting = new ArrayDeque<>();
    private JobSettings settings;
    private int running;
    private boolean diskBlocked;
    private boolean noThreads;
    private boolean closing;

    JobExecutor(
            JobSettings settings,
            ScheduledExecutorService timer,
            JobHooks hooks,
            Ticker ticker,
            FaultInjector fault,
            JobThreads threads) {
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

    /** Reserves a slot for a job that can start at once, so that its claim can be written before it is added. */
    synchronized boolean reserve(Job job) {
        job.isReserved = canStart(job);
        if (job.isReserved) {
            takeSlot(job);
        }
        return job.isReserved;
    }

    synchronized void release(Job job) {
        if (job.isReserved) {
            job.isReserved = false;
            releaseSlot(job);
        }
    }

    /** Starts a job that has a reserved slot, and is claimed; queues any other until a slot is free. */
    void add(Job job) {
        synchronized (this) {
            job.isClaimed = job.isReserved;
            if (!closing) {
                live.put(job.jid(), job);
                if (job.isReserved) {
                    job.isReserved = false;
                    start(job);
                } else {
                    waiting.addLast(job);
                    dispatch();
                }
                return;
            }
        }
        if (!job.isOfFleet() || job.isClaimed) { // else it is in the journal and runs at the next start
            end(job, null);
        }
    }

    private synchronized void dispatch() {
        for (Job job = next(); job != null; job = next()) {
            takeSlot(job);
            start(job);
        }
    }

    private void takeSlot(Job job) {
        job.hasSlot = job.depth == 0; // a nested job uses the slot of its caller
        running += job.hasSlot ? 1 : 0;
    }

    /** Guarded by this. */
    private void start(Job job) {
        job.state = Job.State.STARTING;
        try {
            threads.run(job.jid(), () -> execute(job));
        } catch (OutOfMemoryError | RuntimeException e) {
            LOG.warn("no thread available for job {}; requeued", job.jid(), e);
            job.state = Job.State.WAITING;
            waiting.addFirst(job);
            noThreads = true;
            retryLater(() -> noThreads = false);
            releaseSlot(job);
        }
    }

    private void retryLater(Runnable change) {
        timer.schedule(
                () -> {
                    synchronized (this) {
                        change.run();
                        dispatch();
                    }
                },
                RETRY_SECONDS,
                TimeUnit.SECONDS);
    }

    private Job next() {
        for (Job job : waiting) {
            if (canStart(job)) {
                waiting.remove(job);
                return job;
            }
        }
        return null;
    }

    private boolean canStart(Job job) {
        int extra = job.isUrgent() ? 2 * EXTRA_SLOTS : job.isOfLogger() ? EXTRA_SLOTS : 0;
        return !closing
                && !noThreads
                && !(diskBlocked && job.isOfFleet())
                && (job.depth > 0 || running < settings.running() + extra);
    }

    private void execute(Job job) {
        boolean isRequeued = false;
        try {
            fault.at(FaultInjector.Point.STARTING);
            JobOutcome refusal;
            try {
                refusal = hooks.refusal(job);
                isRequeued = refusal == null && !hooks.start(job);
            } catch (RuntimeException | Error e) {
                refusal = new JobOutcome.Returned(hooks.fault(job, e));
            }
            if (!isRequeued) {
                fault.at(FaultInjector.Point.STARTED);
            }
            if (!isRequeued && refusal == null) {
                try {
                    isRequeued = !hooks.invoked(job);
                } catch (RuntimeException | Error e) {
                    refusal = new JobOutcome.Returned(hooks.fault(job, e));
                }
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
            return hooks.run(job);
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
        job.thread = Thread.currentThread();
        int seconds = settings.secondsFor(job.command.fun());
        Job.Stop stop = Job.Stop.limit(job.name(), seconds);
        job.limit = timer.schedule(() -> stop(job, stop), seconds, TimeUnit.SECONDS);
        return true;
    }

    /** @return false if the job was abandoned, so that its outcome is already reported */
    private synchronized boolean finish(Job job) {
        Thread.interrupted();
        job.thread = null;
        if (job.limit != null) {
            job.limit.cancel(false);
        }
        if (job.state == Job.State.ABANDONED) {
            live.remove(job.jid());
            LOG.warn("abandoned job {} ({}) has ended", job.jid(), job.name());
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
            job.progress.end();
            if (stop == null) {
                hooks.ended(job, outcome, outcome.isSuccess() ? "done" : "failed");
            } else {
                hooks.ended(job, new JobOutcome.Returned(hooks.stopped(job, stop)), stop.outcome());
            }
        } finally {
            synchronized (this) {
                if (job.state == Job.State.ENDING) {
                    live.remove(job.jid());
                }
                notifyAll();
            }
        }
    }

    private synchronized void requeue(Job job) {
        job.state = Job.State.WAITING;
        waiting.addFirst(job);
        if (!diskBlocked) {
            diskBlocked = true;
            retryLater(() -> diskBlocked = false);
        }
        if (job.stop != null) {
            Job.Stop stop = job.stop;
            timer.execute(() -> stop(job, stop));
        }
        notifyAll();
        releaseSlot(job);
    }

    /** @return false if the job is neither waiting nor running */
    boolean stop(String jid, Job.Stop stop) {
        Job job = job(jid);
        return job != null && stop(job, stop);
    }

    private boolean stop(Job job, Job.Stop stop) {
        synchronized (this) {
            if (job.state != Job.State.WAITING) {
                return stopStarted(job, stop);
            }
            waiting.remove(job);
            job.state = Job.State.ENDING;
            job.stop = stop;
        }
        end(job, null);
        return true;
    }

    /** Guarded by this. */
    private boolean stopStarted(Job job, Job.Stop stop) {
        boolean isRunning = job.state == Job.State.RUNNING;
        if (job.stop == null && isRunning) {
            job.thread.interrupt();
            timer.schedule(() -> abandon(job), GRACE_SECONDS, TimeUnit.SECONDS);
        }
        if (job.stop == null && (isRunning || job.state == Job.State.STARTING)) {
            job.stop = stop;
        }
        return isRunning || job.state == Job.State.STARTING;
    }

    private void abandon(Job job) {
        synchronized (this) {
            if (job.state != Job.State.RUNNING || closing) {
                return;
            }
            job.state = Job.State.ABANDONED;
            releaseSlot(job);
        }
        LOG.warn("job {} ({}) still runs {} s after its interrupt; abandoned", job.jid(), job.name(), GRACE_SECONDS);
        end(job, null);
    }

    synchronized Admission admission() {
        return new Admission(settings, live.values(), waiting.size(), running);
    }

    synchronized Job job(String jid) {
        return live.get(jid);
    }

    synchronized List<Job> jobs() {
        return new ArrayList<>(live.values());
    }

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

    List<Job> abandoned() {
        return jobs().stream().filter(job -> state(job) == Job.State.ABANDONED).toList();
    }

    /** Interrupts running jobs and waits for them. Waiting jobs are not started. */
    void close(long nanos) {
        synchronized (this) {
            closing = true;
        }
        for (Job job : jobs()) {
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
        jobs().forEach(job -> job.end.complete(hooks.stopped(job, Job.Stop.AGENT_STOPPED)));
        threads.close();
    }

    private boolean isIdle() {
        return live.values().stream()
                .allMatch(job -> job.state == Job.State.WAITING || job.state == Job.State.ABANDONED);
    }
}
