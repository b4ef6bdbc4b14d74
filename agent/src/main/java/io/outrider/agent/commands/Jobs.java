package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything the unit was asked to do; see the package for what it promises. Any thread. */
public final class Jobs implements Caller, Health.Source, AutoCloseable {
    /** Calls within a job's call: {@code logger.run} needs one. Each has a thread. */
    private static final int MOST_DEPTH = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final long TIDY_SECONDS = 60;

    private static final long BEAT_SECONDS = 10;

    /** What is given to running jobs when the agent stops. */
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    /**
     * What jobs need of the world.
     *
     * @param folder where the journal is; made if it is not there
     * @param unit the unit's id, for the returns
     * @param boot an id of this boot of the machine: while it is the same, what was written is there, forced or not
     * @param functions what there is to call, asked for each call, because a reload replaces them
     * @param clock for stamps and expiry; it may jump
     * @param isTrusted whether that clock is right, as far as is known
     * @param ticker for durations
     */
    public record World(
            Path folder,
            String unit,
            String boot,
            Supplier<Functions> functions,
            Publisher outlet,
            JobObserver observer,
            Clock clock,
            BooleanSupplier isTrusted,
            Ticker ticker,
            FaultInjector fault) {}

    private final World world;
    private final ScheduledThreadPoolExecutor timer;
    private final Journal journal;
    private final ReplyOutbox sender;
    private final JournalWriter keeper;
    private final JobEventPublisher announcer;
    private final JobLifecycle steps;
    private final JobExecutor workbench;
    private final FleetJobs desk;
    private final Inbox inbox;
    private final Jids jids;
    private final PacedAcknowledgements acknowledgements;
    private final JobCounters counts = new JobCounters();
    private final RepeatedLogLines lines = new RepeatedLogLines();
    private final ObjectMapper mapper = Json.mapper();
    private final JobsHealth health;
    private volatile JobSettings settings;
    private volatile boolean closed;

    /**
     * Reads the journal; runs nothing yet.
     *
     * @throws Failure {@code AGENT_DISK} if the folder cannot be made or read
     */
    public Jobs(World world, JobSettings settings) throws Failure {
        this(world, settings, Journal.Bounds.USUAL);
    }

    Jobs(World world, JobSettings settings, Journal.Bounds bounds) throws Failure {
        this.world = world;
        this.settings = settings;
        Instant opened = world.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        journal = open(world, bounds);
        timer = timer();
        jids = new Jids(world.clock());
        ReplyEncoder answers = new ReplyEncoder(world.unit(), mapper);
        UnwrittenReplies unwritten = new UnwrittenReplies();
        acknowledgements = new PacedAcknowledgements(this::owed);
        ArrivalTimes received = new ArrivalTimes(world.clock(), world.ticker(), world.isTrusted());
        AbandonedReplies givenUp = new AbandonedReplies(journal, received);
        sender = new ReplyOutbox(
                journal,
                unwritten,
                answers,
                world.clock(),
                world.outlet(),
                timer,
                world.fault(),
                lines,
                givenUp,
                acknowledgements::release);
        keeper = new JournalWriter(journal, sender, unwritten, timer, world.folder(), world.fault());
        announcer = new JobEventPublisher(answers, world.outlet(), world.observer(), world.clock());
        FunctionInvoker runner =
                new FunctionInvoker(world.functions(), new ResultMemory(ResultMemory.OF_ALL_CALLS), world.clock());
        steps = new JobLifecycle(
                () -> this.settings,
                runner,
                keeper,
                answers,
                announcer,
                counts,
                world.clock(),
                world.ticker(),
                received,
                world.boot());
        workbench = new JobExecutor(settings, timer, steps, world.ticker(), world.fault(), Thread::new);
        desk = new FleetJobs(
                command -> job(command, Origin.FLEET, each -> {}),
                steps,
                workbench,
                journal,
                keeper,
                sender,
                announcer,
                counts,
                new CommandCodec(mapper),
                received,
                world.boot(),
                new EarlyCancels(world.ticker()),
                lines,
                new JidReuseCheck(workbench, journal, mapper, lines));
        health = new JobsHealth(workbench, journal, keeper, sender, givenUp, counts, world.folder(), opened);
        inbox = new Inbox(
                new CommandReader(world.functions()),
                desk,
                keeper,
                sender,
                acknowledgements,
                lines,
                world.clock(),
                world.fault());
    }

    private int owed() {
        return sender.replies();
    }

    private static Journal open(World world, Journal.Bounds bounds) throws Failure {
        try {
            return new Journal(world.folder(), bounds, world.clock());
        } catch (IOException e) {
            throw new Failure(
                    Failure.Actor.OPERATOR,
                    "AGENT_DISK",
                    "the journal of jobs in " + world.folder() + " cannot be read (" + IoReason.of(e)
                            + "); let the agent read and write that folder",
                    e);
        }
    }

    /** Two threads, so that one that waits for the disk does not delay the end of a job's time. */
    private static ScheduledThreadPoolExecutor timer() {
        AtomicInteger number = new AtomicInteger();
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, work -> {
            Thread thread = new Thread(work, "jobs timer " + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return timer;
    }

    /**
     * Takes up what a restart has interrupted: what waits is run, what ran is answered with an error. Once, when the
     * functions can be had.
     */
    public void start() {
        if (journal.damaged() > 0) {
            LOG.warn(health.damage());
        }
        journal.watermarkTrouble().logIfNew();
        desk.takeUp();
        timer.scheduleWithFixedDelay(
                () -> {
                    tidy();
                    lines.sum();
                },
                0,
                TIDY_SECONDS,
                TimeUnit.SECONDS);
        timer.scheduleWithFixedDelay(this::keepCancels, 1, 1, TimeUnit.SECONDS);
    }

    /** Has the loop turn every ten seconds, as long as what ends jobs in time works. */
    public void beat(Heartbeat loop) {
        timer.scheduleWithFixedDelay(loop::turned, 0, BEAT_SECONDS, TimeUnit.SECONDS);
    }

    private void keepCancels() {
        try {
            inbox.keepCancels();
        } catch (RuntimeException e) { // the timer would not call again
            LOG.error("a fault in the inbox of commands; please report it", e);
        }
    }

    private void tidy() {
        try {
            journal.tidy();
            if (sender.giveUp()) {
                journal.tidy();
            }
            journal.watermarkTrouble().logIfNew();
        } catch (IOException e) {
            LOG.warn("old entries of the journal of jobs cannot be deleted: {}", IoReason.of(e));
        } catch (RuntimeException e) { // the timer would not call again
            LOG.error("a fault in the journal of jobs; please report it", e);
        }
    }

    /** Other settings from now on; running jobs keep the limit they have. */
    public void configure(JobSettings changed) {
        settings = changed;
        workbench.configure(changed);
    }

    /** Takes what the broker has delivered: on disk before it is acknowledged. Returns before any of it has run. */
    public void accept(List<ReceivedCommand> deliveries) {
        if (journal.isFull()) {
            tidy();
        }
        inbox.accept(deliveries);
    }

    /** The outlet works, maybe again: what was not sent goes out. */
    public void connected() {
        acknowledgements.clear();
        sender.connected();
    }

    @Override
    public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress)
            throws InterruptedException {
        if (origin == Origin.FLEET) {
            throw new IllegalArgumentException("the fleet does not wait for its answers");
        }
        Job job = job(command, origin, progress);
        JobOutcome refusal =
                closed ? new JobOutcome.Returned(steps.stopped(job, Job.Stop.AGENT_STOPPED)) : steps.denied(job);
        Job caller = workbench.on(Thread.currentThread());
        job.depth = caller == null ? 0 : caller.depth + 1;
        if (job.depth > MOST_DEPTH) {
            refusal = new JobOutcome.Returned(steps.failed(job, tooDeep(job)));
        }
        if (refusal == null && caller == null) { // else it takes the place of its caller, who waits for it
            refusal = workbench.admission().refusal(job.isUrgent(), job.weight());
        }
        if (refusal != null) {
            steps.tell(job, refusal, job.depth > MOST_DEPTH ? "failed" : "denied");
        } else {
            announcer.announce(job.jid(), job.origin, JobEvent.State.RECEIVED, null);
            workbench.add(job);
        }
        try {
            return job.end.get();
        } catch (InterruptedException e) {
            workbench.stop(job.jid(), Job.Stop.CANCELLED);
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // it is never completed so
        }
    }

    private static Failure tooDeep(Job job) {
        return new Failure(
                Failure.Actor.CALLER,
                "NESTED",
                LogText.name(job.command.fun()) + " is called by a call of a call of a call, and more than "
                        + MOST_DEPTH
                        + " are not made within each other: something comes back to itself, such as a logger that runs"
                        + " loggers");
    }

    private Job job(Command command, Origin origin, Consumer<JobEvent.Progress> watcher) {
        ProgressGate gate = new ProgressGate(timer, progress -> {
            watcher.accept(progress);
            announcer.announce(command.jid(), origin, JobEvent.State.PROGRESS, progress);
        });
        return new Job(
                command,
                origin,
                world.functions().get().shown(command.fun(), command.arg(), command.kwarg()),
                world.clock().instant(),
                world.ticker().nanos(),
                gate);
    }

    @Override
    public String newJid() {
        String jid = jids.next();
        while (desk.isKnown(jid)) {
            jid = jids.next();
        }
        return jid;
    }

    /**
     * Ends a job: one that waits at once, one that runs by an interrupt.
     *
     * @return false if no such job waits or runs
     */
    public boolean cancel(String jid) {
        if (desk.isUnfinished(jid)) {
            keeper.write(List.of(new JournalEntry.Cancelled(jid)));
        }
        return workbench.stop(jid, Job.Stop.CANCELLED);
    }

    /** The jobs that have not ended, and those that hang: what {@code saltutil.running} tells, oldest first. */
    List<Map<String, Object>> running() {
        return workbench.jobs().stream().map(this::describe).toList();
    }

    /** @return of a job that goes on, the same as {@link #running}; of one of the fleet that has ended, its answer; else null */
    Object find(String jid) throws Failure {
        Job job = workbench.job(jid);
        Journal.Stage stage = journal.stage(jid);
        if (stage != null && stage.compareTo(Journal.Stage.ENDED) >= 0) {
            try {
                return mapper.readTree(journal.answer(jid).payload());
            } catch (IOException e) {
                throw new Failure(
                        Failure.Actor.OPERATOR,
                        "AGENT_DISK",
                        "jid: the job's answer cannot be read any more: " + IoReason.of(e),
                        e);
            }
        }
        return job == null ? null : describe(job);
    }

    private Map<String, Object> describe(Job job) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("jid", job.jid());
        all.put("fun", job.command.fun());
        all.put("arg", job.shown.asList());
        all.put("origin", job.origin.text());
        all.put("state", workbench.state(job).text());
        all.put("since", job.received.toString());
        all.put("seconds", TimeUnit.NANOSECONDS.toMillis(world.ticker().nanos() - job.receivedNanos) / 1e3);
        if (job.progress.latest() != null) {
            all.put("progress", job.progress.latest());
        }
        return all;
    }

    @Override
    public Health health() {
        return health.now();
    }

    /** Interrupts what runs and returns within 2 s. What waits is run at the next start. */
    @Override
    public void close() {
        closed = true;
        workbench.close(CLOSE_NANOS);
        keeper.close();
        timer.shutdownNow();
        lines.sum();
        try {
            sender.close();
        } finally {
            journal.close();
        }
    }
}
