package io.outrider.agent.commands;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.FileDamage;
import io.outrider.agent.runtime.storage.LogPosition;
import io.outrider.agent.runtime.storage.SegmentedLog;
import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.runtime.storage.WatermarkTrouble;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Write-ahead journal of the fleet's jobs; memory holds only an index. Thread-safe.
 *
 * <p>The oldest segment is dropped when all its jobs were delivered and arrived 14 days ago, or when the journal is
 * full. The last 1,000 jobs are kept regardless of age, so that a jump of the clock does not make the unit run again
 * what the broker delivers again. Entries of undelivered jobs are copied before their segment is dropped.
 */
final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    enum Stage {
        ACCEPTED,
        CLAIMED,
        INVOKED,
        ENDED,
        SENT
    }

    /** Each job takes about 200 bytes of memory. */
    record Bounds(int segmentBytes, long bytes, int jobs, int minJobs, Duration age) {
        static final Bounds USUAL = new Bounds(1 << 20, 64L << 20, 20_000, 1_000, Duration.ofDays(14));
    }

    private final SegmentedLog log;
    private final WatermarkTrouble watermarkTrouble;
    private final Bounds bounds;
    private final Clock clock;
    private final ReadWriteLock writing =
            new ReentrantReadWriteLock(); // exclusive: no entry is written and not yet indexed
    private final Map<String, IndexedJob> jobs = new LinkedHashMap<>(); // in the order of arrival; guarded by itself
    private final Map<String, Long> cancelled =
            new HashMap<>(); // segment of the cancel, by jid of unfinished jobs; guarded by jobs
    private int unreadable;
    private String boot; // last one read; guarded by jobs

    Journal(Path folder, Bounds bounds, Clock clock) throws IOException {
        this(folder, bounds, clock, Disk.SYSTEM);
    }

    Journal(Path folder, Bounds bounds, Clock clock, Disk disk) throws IOException {
        this.bounds = bounds;
        this.clock = clock;
        SlotFile watermark = new SlotFile(folder.resolveSibling(folder.getFileName() + ".watermark"), disk);
        watermarkTrouble = new WatermarkTrouble(watermark, "the journal of jobs");
        log = SegmentedLog.open(folder, bounds.segmentBytes, this::replay, disk, watermark);
    }

    private void replay(LogPosition position, byte[] payload) {
        try {
            apply(JournalEntry.of(payload), position, payload.length);
        } catch (IOException e) {
            unreadable++;
        }
    }

    /** Writes entries with one sync. */
    void append(List<? extends JournalEntry> entries) throws IOException {
        append(entries, true);
    }

    /** Writes entries without sync: they survive a crash of the process, not of the machine. */
    void appendUnsynced(List<? extends JournalEntry> entries) throws IOException {
        append(entries, false);
    }

    private void append(List<? extends JournalEntry> entries, boolean isSynced) throws IOException {
        List<byte[]> payloads = entries.stream().map(JournalEntry::bytes).toList();
        writing.readLock().lock();
        try {
            List<LogPosition> positions = isSynced ? log.append(payloads) : log.appendUnsynced(payloads);
            for (int i = 0; i < positions.size(); i++) {
                apply(entries.get(i), positions.get(i), payloads.get(i).length);
            }
        } finally {
            writing.readLock().unlock();
        }
    }

    /** The stage of a job never decreases, whatever the order of its entries. */
    private void apply(JournalEntry entry, LogPosition position, int length) {
        synchronized (jobs) {
            if (entry instanceof JournalEntry.Sent) {
                IndexedJob job = jobs.get(entry.jid());
                if (job != null) { // else the job was forgotten
                    job.stage = Stage.SENT;
                }
                return;
            }
            if (entry instanceof JournalEntry.Cancelled) {
                IndexedJob job = jobs.get(entry.jid()); // null if the entry Accepted was copied behind this one
                if (job == null || job.stage.compareTo(Stage.ENDED) < 0) {
                    cancelled.put(entry.jid(), position.segment());
                }
                return;
            }
            IndexedJob job = jobs.computeIfAbsent(entry.jid(), IndexedJob::new);
            if (entry instanceof JournalEntry.Accepted accepted && job.stage.compareTo(Stage.ENDED) < 0) {
                job.received = accepted.received();
                job.setPosition(position, length);
            } else if (entry instanceof JournalEntry.Claimed claimed && job.stage.compareTo(Stage.INVOKED) < 0) {
                job.stage = Stage.CLAIMED;
                boot = claimed.boot().equals(boot) ? boot : claimed.boot(); // shares one String among all jobs
                job.boot = boot;
                job.stageSegment = position.segment();
            } else if (entry instanceof JournalEntry.Invoked && job.stage.compareTo(Stage.ENDED) < 0) {
                job.stage = Stage.INVOKED;
                job.stageSegment = position.segment();
            } else if (entry instanceof JournalEntry.Ended ended) {
                cancelled.remove(entry.jid());
                job.stage = job.stage == Stage.SENT ? Stage.SENT : Stage.ENDED;
                job.received = ended.received();
                job.isRejected = ended.reply().topic().equals(Reply.JOB);
                job.setPosition(position, length);
                job.stageSegment = IndexedJob.NONE;
            }
        }
    }

    private <T> T find(String jid, Function<IndexedJob, T> field) {
        synchronized (jobs) {
            IndexedJob job = jobs.get(jid);
            return job == null ? null : field.apply(job);
        }
    }

    /** @return null if the job is unknown or forgotten */
    Stage stage(String jid) {
        return find(jid, job -> job.stage);
    }

    boolean isUnfinished(String jid) {
        Stage stage = stage(jid);
        return stage != null && stage.compareTo(Stage.ENDED) < 0;
    }

    /** Jobs at a stage: ended ones in the order of ending, others in the order of arrival. */
    List<String> jobsAt(Stage stage) {
        synchronized (jobs) {
            return jobs.values().stream()
                    .filter(each -> each.stage == stage)
                    .sorted((one, other) -> stage.compareTo(Stage.ENDED) < 0 ? 0 : one.compareTo(other))
                    .map(each -> each.jid)
                    .toList();
        }
    }

    boolean isCancelled(String jid) {
        synchronized (jobs) {
            return cancelled.containsKey(jid);
        }
    }

    /** Id of the machine's boot during which a job was claimed; null if it was not. */
    String boot(String jid) {
        return find(jid, job -> job.boot);
    }

    /** The entry of an unfinished job; null if it is lost. */
    JournalEntry.Accepted accepted(String jid) throws IOException {
        return read(jid) instanceof JournalEntry.Accepted accepted ? accepted : null;
    }

    Reply reply(String jid) throws IOException {
        if (read(jid) instanceof JournalEntry.Ended ended) {
            return ended.reply();
        }
        throw new IOException("the journal has no answer of job " + jid);
    }

    String topic(String jid) {
        return Boolean.TRUE.equals(find(jid, job -> job.isRejected)) ? Reply.JOB : Reply.RETURN;
    }

    /** Arrival time as in {@link JournalEntry.Accepted}; 0 if unknown. */
    long received(String jid) {
        return Objects.requireNonNullElse(find(jid, job -> job.received), 0L);
    }

    private JournalEntry read(String jid) throws IOException {
        while (true) {
            LogPosition position = find(jid, job -> job.position);
            if (position == null) {
                return null;
            }
            try {
                return JournalEntry.of(log.read(position));
            } catch (IOException e) {
                if (position.equals(find(jid, job -> job.position))) { // else the entry was moved concurrently
                    throw e;
                }
            }
        }
    }

    boolean isFull() {
        synchronized (jobs) {
            return log.bytes() > bounds.bytes || jobs.size() > bounds.jobs;
        }
    }

    synchronized void tidy() throws IOException {
        for (long oldest = log.oldest(); oldest >= 0 && isDroppable(oldest); oldest = log.oldest()) {
            // jobs continue concurrently: one may be claimed between the copy and its write
            Set<IndexedJob> lost = new HashSet<>();
            for (List<IndexedJob> left = unfinished(oldest, lost); !left.isEmpty(); left = unfinished(oldest, lost)) {
                copy(left, lost);
            }
            forget(oldest);
            log.drop(oldest);
        }
    }

    private void copy(List<IndexedJob> unfinished, Set<IndexedJob> lost) throws IOException {
        List<JournalEntry> needed = new ArrayList<>();
        for (IndexedJob each : unfinished) {
            addCopies(needed, each, lost);
        }
        if (!needed.isEmpty()) {
            append(needed);
        }
    }

    private void addCopies(List<JournalEntry> needed, IndexedJob job, Set<IndexedJob> lost) {
        try {
            needed.add(JournalEntry.of(log.read(job.position)));
            if (job.stage == Stage.CLAIMED) {
                needed.add(new JournalEntry.Claimed(job.jid, job.boot));
            } else if (job.stage == Stage.INVOKED) {
                needed.add(new JournalEntry.Invoked(job.jid));
            }
            if (isCancelled(job.jid)) {
                needed.add(new JournalEntry.Cancelled(job.jid));
            }
        } catch (IOException e) {
            LOG.error("job {}: journal entry is unreadable and lost: {}", job.jid, IoReason.of(e));
            lost.add(job);
        }
    }

    private List<IndexedJob> unfinished(long segment, Set<IndexedJob> lost) {
        writing.writeLock().lock();
        try {
            synchronized (jobs) {
                return jobs.values().stream()
                        .filter(each -> each.stage != Stage.SENT && !lost.contains(each))
                        .filter(each ->
                                each.isIn(segment) || each.position != null && each.hasStageIn(segment, cancelled))
                        .toList();
            }
        } finally {
            writing.writeLock().unlock();
        }
    }

    private boolean isDroppable(long segment) {
        long old = clock.millis() - bounds.age.toMillis();
        long kept = 0;
        int index = 0;
        boolean isOld = true;
        synchronized (jobs) {
            for (IndexedJob each : jobs.values()) {
                boolean isRecent = index++ >= jobs.size() - bounds.minJobs;
                if (each.isIn(segment) && each.stage == Stage.SENT) {
                    isOld &= !isRecent && Math.abs(each.received) < old;
                } else if (each.isIn(segment)) {
                    kept += each.length;
                }
            }
        }
        return kept < bounds.segmentBytes / 2 && (isOld || isFull()); // else most of it would only be copied
    }

    private void forget(long segment) {
        synchronized (jobs) {
            jobs.values().removeIf(job -> job.isIn(segment) && job.stage == Stage.SENT);
        }
    }

    long bytes() {
        return log.bytes();
    }

    List<FileDamage> damages() {
        return log.damages();
    }

    /** Number of entries unreadable, and files truncated or missing, when the journal was opened. */
    long damaged() {
        return log.damaged() + unreadable;
    }

    WatermarkTrouble watermarkTrouble() {
        return watermarkTrouble;
    }

    @Override
    public void close() {
        log.close();
    }

    private static final class IndexedJob implements Comparable<IndexedJob> {
        static final long NONE = -1;

        final String jid;
        Stage stage = Stage.ACCEPTED;
        String boot; // null until it was claimed
        boolean isRejected; // the reply is a rejection
        long received;
        long stageSegment = NONE; // segment of the entry that has the stage
        LogPosition position; // of the reply, before that of the entry Accepted; null if that is lost
        int length;

        IndexedJob(String jid) {
            this.jid = jid;
        }

        void setPosition(LogPosition where, int bytes) {
            position = where;
            length = bytes;
        }

        boolean isIn(long segment) {
            return position != null && position.segment() == segment;
        }

        boolean hasStageIn(long segment, Map<String, Long> cancelled) {
            return stageSegment == segment || cancelled.getOrDefault(jid, NONE) == segment;
        }

        @Override
        public int compareTo(IndexedJob other) {
            int bySegment = Long.compare(position.segment(), other.position.segment());
            return bySegment != 0 ? bySegment : Integer.compare(position.offset(), other.position.offset());
        }
    }
}
