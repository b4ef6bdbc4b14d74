package io.outrider.agent.commands;

import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.wire.JobEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Intake of delivered commands: writes a batch to the journal with one sync, together with the claims of jobs that start
 * at once, then acknowledges it. One thread at a time.
 */
final class Inbox {
    /** Attempts, one a second, after which cancels are acknowledged although they cannot be written. */
    static final int MOST_CANCEL_TRIES = 60;

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final CommandSorter sorter;
    private final JobEventPublisher events;
    private final PacedAcknowledgements acknowledgements;
    private final FaultInjector fault;
    private final JobExecutor executor;
    private final ReplyOutbox outbox;
    private final ScheduledExecutorService timer;
    private int cancelTries; // guarded by this
    private boolean retryPlanned; // guarded by this
    private final Set<String> unwrittenCancels = new HashSet<>(); // cancelled, and not in the journal; guarded by this

    /** @param timer writes cancels that the disk did not take */
    Inbox(
            CommandSorter sorter,
            JobEventPublisher events,
            PacedAcknowledgements acknowledgements,
            FaultInjector fault,
            ScheduledExecutorService timer) {
        this.sorter = sorter;
        this.events = events;
        this.acknowledgements = acknowledgements;
        this.fault = fault;
        this.timer = timer;
        executor = sorter.executor();
        outbox = sorter.outbox();
    }

    private void planRetry() {
        if (!retryPlanned) {
            retryPlanned = true;
            timer.schedule(this::retryCancels, 1, TimeUnit.SECONDS);
        }
    }

    /**
     * Writes cancels that the disk did not take before, and acknowledges them. After a minute they are acknowledged
     * unwritten, because the broker sends nothing else before.
     */
    private synchronized void retryCancels() {
        retryPlanned = false;
        try {
            if (writePendingCancels()) {
                return;
            }
            if (++cancelTries >= MOST_CANCEL_TRIES) {
                acknowledgements.releaseDeferred(); // else no command would arrive, and none be rejected for the disk
            }
        } catch (RuntimeException e) {
            LOG.error("internal error while pending cancels are written" + LogText.REPORT, e);
        }
        planRetry();
    }

    private boolean writePendingCancels() {
        if (!unwrittenCancels.isEmpty()) {
            if (!writeCancels(unwrittenCancels)) {
                return false;
            }
            unwrittenCancels.clear();
            acknowledgements.releaseDeferred();
        }
        cancelTries = 0;
        return true;
    }

    private boolean writeCancels(Collection<String> jids) {
        List<JournalEntry> entries = new ArrayList<>();
        jids.stream()
                .filter(sorter.journal()::isUnfinished)
                .forEach(jid -> entries.add(new JournalEntry.Cancelled(jid)));
        return entries.isEmpty() || sorter.writer().write(entries);
    }

    synchronized void accept(List<InboundMessage> commands) {
        fault.at(FaultInjector.Point.RECEIVED);
        writePendingCancels();
        CommandBatch batch = new CommandBatch(executor.admission());
        commands.forEach(each -> sorter.sort(each, batch));
        try {
            batch.jobs.stream()
                    .filter(executor::reserve)
                    .forEach(job -> batch.entries.add(sorter.lifecycle().claimed(job)));
            accept(commands, batch);
        } finally {
            batch.jobs.forEach(executor::release);
        }
    }

    private void accept(List<InboundMessage> commands, CommandBatch batch) {
        boolean written = batch.entries.isEmpty() || sorter.writer().write(batch.entries);
        boolean kept = writeCancels(batch.cancels);
        if (!(written && kept) && sorter.writer().isClosed()) {
            return; // not acknowledged, so the broker delivers it again after the restart
        }
        fault.at(FaultInjector.Point.ACCEPTED);
        forEach(batch.cancels, this::cancel); // not delivered again
        acknowledge(commands, kept, batch);
        fault.at(FaultInjector.Point.ACKNOWLEDGED);
        if (written) {
            batch.refused.forEach(outbox::sendDirect);
            forEach(batch.jobs, this::run);
        } else {
            batch.entries.forEach(this::rejectUnwritable);
        }
        batch.unwritten.forEach(each -> outbox.sendUnwritten(each.jid(), each.reply()));
        forEach(batch.repeats, this::repeat);
        acknowledgements.release(); // replies already in flight do not count
    }

    private void acknowledge(List<InboundMessage> commands, boolean areCancelsWritten, CommandBatch batch) {
        List<InboundMessage> now = new ArrayList<>(commands);
        if (!areCancelsWritten) {
            unwrittenCancels.addAll(batch.cancels);
            now.removeAll(batch.cancelMessages);
            acknowledgements.defer(batch.cancelMessages.stream()
                    .map(InboundMessage::acknowledge)
                    .toList());
            planRetry();
        }
        acknowledgements.add(now.stream().map(InboundMessage::acknowledge).toList(), batch.replies());
    }

    /** Runs the task for each, also if it fails for one of them. */
    private static <T> void forEach(Collection<T> all, Consumer<T> task) {
        for (T one : all) {
            try {
                task.accept(one);
            } catch (RuntimeException e) {
                String command = one instanceof Job job ? job.jid() : one.toString();
                LOG.error("job {}: internal error in its start, cancel or repetition" + LogText.REPORT, command, e);
            }
        }
    }

    private void rejectUnwritable(JournalEntry entry) {
        if (entry instanceof JournalEntry.Ended ended) {
            outbox.sendUnwritten(ended.jid(), ended.reply());
        } else if (entry instanceof JournalEntry.Accepted) {
            outbox.sendUnwritten(
                    entry.jid(), sorter.rejectUnwritable(entry.jid()).reply());
        }
    }

    private void run(Job job) {
        sorter.lifecycle().received(job);
        executor.add(job);
    }

    private void cancel(String jid) {
        if (executor.stop(jid, Job.Stop.CANCELLED)) {
            LOG.info("job {} was cancelled by the fleet", jid);
        } else if (sorter.isKnown(jid)) {
            repeat(jid);
        } else {
            sorter.cancels().add(jid);
            if (sorter.lines().admits("were cancelled before they arrived", jid)) {
                LOG.info("job {} was cancelled by the fleet before it arrived", jid);
            }
        }
    }

    private void repeat(String jid) {
        Journal.Stage stage = sorter.journal().stage(jid);
        Job job = executor.job(jid);
        if (stage == Journal.Stage.ENDED || stage == Journal.Stage.SENT) {
            outbox.sendDirect(jid);
        } else if (outbox.unwritten(jid) != null) {
            outbox.sendUnwritten(jid);
        } else if (job != null) {
            boolean waits = executor.state(job) == Job.JobState.WAITING;
            events.repeat(jid, waits ? JobEvent.EventState.RECEIVED : JobEvent.EventState.RUNNING);
        }
    }
}
