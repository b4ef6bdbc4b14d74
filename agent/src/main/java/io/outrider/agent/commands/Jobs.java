package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ResultMemory;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
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
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Job service of the unit; the package description has its guarantees. Thread-safe. */
public final class Jobs implements Caller, Health.Source, AutoCloseable {
    /** Nesting limit of calls: {@code logger.run} needs one level. Each level has a thread. */
    private static final int MOST_DEPTH = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final DateTimeFormatter JID =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmssSSSSSS").withZone(ZoneOffset.UTC);
    private static final long TIDY_SECONDS = 60;
    private static final long BEAT_SECONDS = 10;
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    /**
     * Dependencies of the job service.
     *
     * @param boot id of this boot of the machine: as long as it is the same, unsynced writes survive
     * @param functions called for each call, because a reload replaces them
     * @param clock may jump
     * @param isTrusted true if the clock is synchronized, as far as known
     */
    public record Dependencies(
            Path folder,
            String unit,
            String boot,
            Supplier<Functions> functions,
            Publisher publisher,
            JobObserver observer,
            Clock clock,
            BooleanSupplier isTrusted,
            Ticker ticker,
            FaultInjector fault,
            Inhibitions inhibitions) {}

    private final Dependencies dependencies;
    private final ScheduledThreadPoolExecutor timer;
    private final Journal journal;
    private final ReplyOutbox outbox;
    private final JournalWriter writer;
    private final JobEventPublisher events;
    private final JobLifecycle lifecycle;
    private final JobExecutor executor;
    private final KnownJobs known;
    private final JobRecovery recovery;
    private final Inbox inbox;
    private final AtomicLong lastJid = new AtomicLong(); // microseconds since 1970
    private final PacedAcknowledgements acknowledgements;
    private final JobCounters counters = new JobCounters();
    private final RepeatedLogLines lines = new RepeatedLogLines();
    private final ObjectMapper mapper = Json.mapper();
    private final JobsHealth health;
    private volatile JobSettings settings;
    private volatile boolean closed;

    /** Reads the journal; runs nothing yet. Throws {@code AGENT_DISK} if the folder cannot be created or read. */
    public Jobs(Dependencies dependencies, JobSettings settings) throws Failure {
        this(dependencies, settings, Journal.Bounds.USUAL, Disk.SYSTEM);
    }

    Jobs(Dependencies dependencies, JobSettings settings, Journal.Bounds bounds, Disk disk) throws Failure {
        this.dependencies = dependencies;
        this.settings = settings;
        Clock clock = dependencies.clock();
        Ticker ticker = dependencies.ticker();
        Publisher publisher = dependencies.publisher();
        FaultInjector fault = dependencies.fault();
        String boot = dependencies.boot();
        Instant opened = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        journal = open(dependencies, bounds, disk);
        timer = timer();
        ReplyEncoder encoder = new ReplyEncoder(dependencies.unit(), mapper, clock);
        acknowledgements = new PacedAcknowledgements(this::unsentReplies);
        ArrivalTimes received = new ArrivalTimes(clock, ticker, dependencies.isTrusted());
        outbox = new ReplyOutbox(journal, encoder, publisher, timer, fault, lines, received, acknowledgements::release);
        writer = new JournalWriter(journal, outbox, timer, dependencies.folder(), fault);
        events = new JobEventPublisher(encoder, publisher, dependencies.observer(), clock);
        CommandCodec codec = new CommandCodec(mapper);
        ResultMemory memory = new ResultMemory(ResultMemory.OF_ALL_CALLS);
        FunctionInvoker invoker = new FunctionInvoker(dependencies.functions(), memory, clock);
        lifecycle = new JobLifecycle(
                () -> this.settings,
                invoker,
                writer,
                encoder,
                codec,
                events,
                counters,
                clock,
                ticker,
                received,
                boot,
                dependencies.inhibitions());
        executor = new JobExecutor(settings, timer, lifecycle, ticker, fault, new JobThreads(Thread::new));
        Function<Command, Job> ofFleet = command -> job(command, Origin.FLEET, each -> {});
        recovery = new JobRecovery(ofFleet, codec, lifecycle, executor, journal, writer, outbox);
        known = new KnownJobs(journal, executor, outbox, events);
        EarlyCancels early = new EarlyCancels(ticker);
        CommandSorter sorter = new CommandSorter(
                new CommandReader(dependencies.functions()),
                ofFleet,
                lifecycle,
                known,
                journal,
                writer,
                outbox,
                early,
                lines,
                new JidReuseCheck(executor, journal, mapper, lines),
                clock);
        health = new JobsHealth(executor, journal, writer, outbox, counters, dependencies.folder(), opened);
        FleetCancels cancels =
                new FleetCancels(journal, writer, executor, known, early, lines, acknowledgements, timer);
        inbox = new Inbox(sorter, lifecycle, executor, writer, outbox, known, cancels, acknowledgements, fault);
    }

    private int unsentReplies() {
        return outbox.replies();
    }

    private static Journal open(Dependencies dependencies, Journal.Bounds bounds, Disk disk) throws Failure {
        try {
            return new Journal(dependencies.folder(), bounds, dependencies.clock(), disk);
        } catch (IOException e) {
            throw new Failure(
                    AgentErrors.AGENT_DISK,
                    "the journal of jobs in " + dependencies.folder() + " cannot be read (" + IoReason.of(e)
                            + "); let the agent read and write that folder",
                    e);
        }
    }

    /** Two threads, so that a task that blocks on the disk does not delay time limits. */
    private static ScheduledThreadPoolExecutor timer() {
        AtomicInteger number = new AtomicInteger();
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, work -> {
            Thread thread = new Thread(work, "jobs timer " + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setRejectedExecutionHandler((task, stopped) -> LOG.debug("task not scheduled: the agent is stopping"));
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return timer;
    }

    /** Recovers the jobs of the last process. Called once, when the functions are available. */
    public void start() {
        if (journal.damaged() > 0) {
            LOG.warn(health.damage());
        }
        journal.watermarkTrouble().logIfNew(LOG);
        recovery.recover();
        timer.scheduleWithFixedDelay(
                () -> {
                    tidy();
                    lines.summarize();
                },
                0,
                TIDY_SECONDS,
                TimeUnit.SECONDS);
    }

    public void registerHeartbeat(Heartbeat loop) {
        timer.scheduleWithFixedDelay(loop::beat, 0, BEAT_SECONDS, TimeUnit.SECONDS);
    }

    private void tidy() {
        try {
            journal.tidy();
            if (outbox.abandon()) {
                journal.tidy();
            }
            journal.watermarkTrouble().logIfNew(LOG);
        } catch (IOException e) {
            LOG.warn("old segments of the job journal cannot be dropped: {}", IoReason.of(e));
        } catch (RuntimeException e) { // an exception would cancel the periodic task
            LOG.error("internal error while the job journal is cleaned up" + FaultText.LOG_SUFFIX, e);
        }
    }

    public void configure(JobSettings changed) {
        settings = changed;
        executor.configure(changed);
    }

    /** Writes delivered commands to the journal, then acknowledges them. Returns before any of them has run. */
    public void accept(List<InboundMessage> commands) {
        if (journal.isFull()) {
            tidy();
        }
        inbox.accept(commands);
    }

    public void connected() {
        acknowledgements.clear();
        outbox.connected();
    }

    @Override
    public Return call(Command command, Origin origin, Consumer<JobEvent.Progress> progress)
            throws InterruptedException {
        if (origin == Origin.FLEET) {
            throw new IllegalArgumentException("the fleet does not wait for its answers");
        }
        Job job = job(command, origin, progress);
        JobOutcome refusal = closed
                ? new JobOutcome.Returned(lifecycle.stopped(job, Job.Stop.AGENT_STOPPED))
                : lifecycle.denied(job);
        Job caller = executor.jobOn(Thread.currentThread());
        job.depth = caller == null ? 0 : caller.depth + 1;
        if (job.depth > MOST_DEPTH) {
            refusal = new JobOutcome.Returned(lifecycle.failed(job, tooDeep(job)));
        }
        if (refusal == null && caller == null) { // a nested job uses the slot of its caller
            refusal = executor.admission().refusal(job.isUrgent(), job.weight);
        }
        if (refusal != null) {
            lifecycle.complete(job, refusal, job.depth > MOST_DEPTH ? "failed" : "denied", true);
        } else {
            lifecycle.received(job);
            executor.add(job);
        }
        try {
            return job.end.get();
        } catch (InterruptedException e) {
            executor.stop(job.jid(), Job.Stop.CANCELLED);
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // never completed exceptionally
        }
    }

    private static Failure tooDeep(Job job) {
        return new Failure(
                JobErrors.NESTED,
                job.name() + " is called by a call of a call of a call, and more than "
                        + MOST_DEPTH
                        + " are not made within each other: something comes back to itself, such as a logger that runs"
                        + " loggers");
    }

    private Job job(Command command, Origin origin, Consumer<JobEvent.Progress> listener) {
        ProgressGate gate = new ProgressGate(timer, progress -> {
            listener.accept(progress);
            events.announce(command.jid(), origin, JobEvent.EventState.PROGRESS, progress);
        });
        return new Job(
                command,
                origin,
                dependencies.functions().get().shown(command.fun(), command.arg(), command.kwarg()),
                dependencies.clock().instant(),
                dependencies.ticker().nanos(),
                gate);
    }

    @Override
    public String newJid() {
        String jid;
        do {
            long now = ChronoUnit.MICROS.between(
                    Instant.EPOCH, dependencies.clock().instant());
            long next = lastJid.updateAndGet(before -> Math.max(before + 1, now)); // also if the clock jumps
            jid = JID.format(Instant.EPOCH.plus(next, ChronoUnit.MICROS));
        } while (known.contains(jid));
        return jid;
    }

    /** @return false if the job is neither waiting nor running */
    public boolean cancel(String jid) {
        if (journal.isUnfinished(jid)) {
            writer.write(List.of(new JournalEntry.Cancelled(jid)));
        }
        return executor.stop(jid, Job.Stop.CANCELLED);
    }

    /** Unfinished and hanging jobs, oldest first, as {@code saltutil.running} returns them. */
    List<Map<String, Object>> running() {
        return executor.jobs().stream().map(this::describe).toList();
    }

    /** @return an unfinished job as in {@link #running}; the reply of a finished job of the fleet; else null */
    Object find(String jid) throws Failure {
        Job job = executor.job(jid);
        Journal.Stage stage = journal.stage(jid);
        if (stage != null && stage.compareTo(Journal.Stage.ENDED) >= 0) {
            try {
                return mapper.readTree(journal.reply(jid).payload());
            } catch (IOException e) {
                throw new Failure(
                        AgentErrors.AGENT_DISK, "jid: the job's answer cannot be read any more: " + IoReason.of(e), e);
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
        all.put("state", executor.state(job).text());
        all.put("since", job.received.toString());
        all.put("seconds", TimeUnit.NANOSECONDS.toMillis(dependencies.ticker().nanos() - job.receivedNanos) / 1e3);
        if (job.progress.latest() != null) {
            all.put("progress", job.progress.latest());
        }
        return all;
    }

    @Override
    public Health health() {
        return health.now();
    }

    /** Interrupts running jobs and returns within 2 s. Waiting jobs run at the next start. */
    @Override
    public void close() {
        closed = true;
        executor.close(CLOSE_NANOS);
        writer.close();
        timer.shutdownNow();
        lines.summarize();
        try {
            outbox.close();
        } finally {
            journal.close();
        }
    }
}
