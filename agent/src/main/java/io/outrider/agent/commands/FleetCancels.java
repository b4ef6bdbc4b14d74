package io.outrider.agent.commands;

import io.outrider.api.FaultText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cancels of the fleet: writes those of unfinished jobs to the journal, and stops the jobs. Thread-safe. */
final class FleetCancels {
    /** Attempts, one a second, after which cancels are acknowledged although they cannot be written. */
    static final int MOST_TRIES = 60;

    private static final Logger LOG = LoggerFactory.getLogger(FleetCancels.class);

    private final Journal journal;
    private final JournalWriter writer;
    private final JobExecutor executor;
    private final KnownJobs known;
    private final EarlyCancels early;
    private final RepeatedLogLines lines;
    private final PacedAcknowledgements acknowledgements;
    private final ScheduledExecutorService timer;
    private int tries; // guarded by this
    private boolean retryPlanned; // guarded by this
    private final Set<String> unwritten = new HashSet<>(); // cancelled, and not in the journal; guarded by this

    /** @param timer writes cancels that the disk did not take */
    FleetCancels(
            Journal journal,
            JournalWriter writer,
            JobExecutor executor,
            KnownJobs known,
            EarlyCancels early,
            RepeatedLogLines lines,
            PacedAcknowledgements acknowledgements,
            ScheduledExecutorService timer) {
        this.journal = journal;
        this.writer = writer;
        this.executor = executor;
        this.known = known;
        this.early = early;
        this.lines = lines;
        this.acknowledgements = acknowledgements;
        this.timer = timer;
    }

    boolean write(Collection<String> jids) {
        List<JournalEntry> entries = new ArrayList<>();
        jids.stream().filter(journal::isUnfinished).forEach(jid -> entries.add(new JournalEntry.Cancelled(jid)));
        return entries.isEmpty() || writer.write(entries);
    }

    /** Acknowledges cancels that the disk did not take when it takes them. */
    synchronized void defer(Collection<String> jids, Collection<Runnable> deferredAcknowledgements) {
        unwritten.addAll(jids);
        acknowledgements.defer(deferredAcknowledgements);
        planRetry();
    }

    private void planRetry() {
        if (!retryPlanned) {
            retryPlanned = true;
            timer.schedule(this::retry, 1, TimeUnit.SECONDS);
        }
    }

    /**
     * Writes cancels that the disk did not take before, and acknowledges them. After a minute they are acknowledged
     * unwritten, because the broker sends nothing else before.
     */
    private synchronized void retry() {
        retryPlanned = false;
        try {
            if (writeDeferred()) {
                return;
            }
            if (++tries >= MOST_TRIES) {
                acknowledgements.releaseDeferred(); // else no command would arrive, and none be rejected for the disk
            }
        } catch (RuntimeException e) {
            LOG.error("internal error while pending cancels are written" + FaultText.LOG_SUFFIX, e);
        }
        planRetry();
    }

    /** @return false if the disk does not take them yet */
    synchronized boolean writeDeferred() {
        if (!unwritten.isEmpty()) {
            if (!write(unwritten)) {
                return false;
            }
            unwritten.clear();
            acknowledgements.releaseDeferred();
        }
        tries = 0;
        return true;
    }

    void apply(String jid) {
        if (executor.stop(jid, Job.Stop.CANCELLED)) {
            LOG.info("job {} was cancelled by the fleet", jid);
        } else if (known.contains(jid)) {
            known.repeat(jid);
        } else {
            early.add(jid);
            if (lines.admits("were cancelled before they arrived", jid)) {
                LOG.info("job {} was cancelled by the fleet before it arrived", jid);
            }
        }
    }
}
