package io.outrider.agent.commands;

import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.api.FaultText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Intake of delivered commands: writes a batch to the journal with one sync, together with the claims of jobs that start
 * at once, then acknowledges it. One thread at a time.
 */
final class Inbox {
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    private final CommandSorter sorter;
    private final JobLifecycle lifecycle;
    private final JobExecutor executor;
    private final JournalWriter writer;
    private final ReplyOutbox outbox;
    private final KnownJobs known;
    private final FleetCancels cancels;
    private final PacedAcknowledgements acknowledgements;
    private final FaultInjector fault;

    Inbox(
            CommandSorter sorter,
            JobLifecycle lifecycle,
            JobExecutor executor,
            JournalWriter writer,
            ReplyOutbox outbox,
            KnownJobs known,
            FleetCancels cancels,
            PacedAcknowledgements acknowledgements,
            FaultInjector fault) {
        this.sorter = sorter;
        this.lifecycle = lifecycle;
        this.executor = executor;
        this.writer = writer;
        this.outbox = outbox;
        this.known = known;
        this.cancels = cancels;
        this.acknowledgements = acknowledgements;
        this.fault = fault;
    }

    synchronized void accept(List<InboundMessage> commands) {
        fault.at(FaultInjector.Point.RECEIVED);
        cancels.writeDeferred();
        CommandBatch batch = new CommandBatch(executor.admission());
        commands.forEach(each -> sorter.sort(each, batch));
        try {
            batch.jobs.stream().filter(executor::reserve).forEach(job -> batch.entries.add(lifecycle.claimed(job)));
            accept(commands, batch);
        } finally {
            batch.jobs.forEach(executor::release);
        }
    }

    private void accept(List<InboundMessage> commands, CommandBatch batch) {
        boolean written = batch.entries.isEmpty() || writer.write(batch.entries);
        boolean kept = cancels.write(batch.cancels);
        if (!(written && kept) && writer.isClosed()) {
            return; // not acknowledged, so the broker delivers it again after the restart
        }
        fault.at(FaultInjector.Point.ACCEPTED);
        forEach(batch.cancels, cancels::apply); // not delivered again
        acknowledge(commands, kept, batch);
        fault.at(FaultInjector.Point.ACKNOWLEDGED);
        if (written) {
            batch.refused.forEach(outbox::sendDirect);
            forEach(batch.jobs, this::run);
        } else {
            batch.entries.forEach(this::rejectUnwritable);
        }
        batch.unwritten.forEach(each -> outbox.sendUnwritten(each.jid(), each.reply()));
        forEach(batch.repeats, known::repeat);
        acknowledgements.release(); // replies already in flight do not count
    }

    private void acknowledge(List<InboundMessage> commands, boolean areCancelsWritten, CommandBatch batch) {
        List<InboundMessage> now = new ArrayList<>(commands);
        if (!areCancelsWritten) {
            now.removeAll(batch.cancelMessages);
            cancels.defer(
                    batch.cancels,
                    batch.cancelMessages.stream()
                            .map(InboundMessage::acknowledge)
                            .toList());
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
                LOG.error(
                        "job {}: internal error in its start, cancel or repetition" + FaultText.LOG_SUFFIX, command, e);
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
        lifecycle.received(job);
        executor.add(job);
    }
}
