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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of the fleet's jobs, on disk; in memory there is only where. Any thread.
 *
 * <p>Segments are dropped oldest first, when all they hold was delivered and is 14 days old by the time of reception, or
 * when the journal is too large. The last 1,000 jobs are kept whatever their age, so that a clock that leaps forward, or
 * was wrong when they came, does not make the unit run again what the broker delivers again. What is not delivered yet is
 * written anew before its segment goes.
 */
final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    /** How far a job is. */
    enum Stage {
        ACCEPTED,
        STARTED,
        BEGUN,
        ENDED,
        SENT
    }

    /**
     * How much is kept.
     *
     * @param jobs of which each takes some 200 bytes of memory
     */
    record Bounds(int segmentBytes, long bytes, int jobs, int keptAnyway, Duration age) {
        static final Bounds USUAL = new Bounds(1 << 20, 64L << 20, 20_000, 1_000, Duration.ofDays(14));
    }

    private final SegmentedLog log;
    private final WatermarkTrouble watermarkTrouble;
    private final Bounds bounds;
    private final Clock clock;
    private final ReadWriteLock writing =
            new ReentrantReadWriteLock(); // exclusive: nothing is written and not yet learned
    private final Map<String, Known> jobs = new LinkedHashMap<>(); // in the order of reception; guarded by itself
    private final Map<String, Long> cancelled = new HashMap<>(); // unfinished jobs: in which segment; guarded by jobs
    private int unreadable;
    private String boot; // the last that was read; guarded by jobs

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

    private void replay(LogPosition place, byte[] payload) {
        try {
            learn(JournalEntry.of(payload), place, payload.length);
        } catch (IOException e) {
            unreadable++;
        }
    }

    /** Writes entries with one sync; they are on the disk when this returns. */
    void append(List<? extends JournalEntry> entries) throws IOException {
        List<byte[]> payloads = entries.stream().map(JournalEntry::bytes).toList();
        writing.readLock().lock();
        try {
            learn(entries, payloads, log.append(payloads));
        } finally {
            writing.readLock().unlock();
        }
    }

    /** Writes entries that the death of the process does not take away, but that of the machine may. */
    void note(List<? extends JournalEntry> entries) throws IOException {
        List<byte[]> payloads = entries.stream().map(JournalEntry::bytes).toList();
        writing.readLock().lock();
        try {
            learn(entries, payloads, log.appendUnsynced(payloads));
        } finally {
            writing.readLock().unlock();
        }
    }

    private void learn(List<? extends JournalEntry> entries, List<byte[]> payloads, List<LogPosition> places) {
        for (int i = 0; i < places.size(); i++) {
            learn(entries.get(i), places.get(i), payloads.get(i).length);
        }
    }

    /** A job never goes back a stage, in whatever order its entries are found. */
    private void learn(JournalEntry entry, LogPosition place, int length) {
        synchronized (jobs) {
            if (entry instanceof JournalEntry.Sent) {
                Known known = jobs.get(entry.jid());
                if (known != null) { // else it was forgotten, and this is left over
                    known.stage = Stage.SENT;
                }
                return;
            }
            if (entry instanceof JournalEntry.Cancelled) {
                Known known = jobs.get(entry.jid()); // null if what was accepted was copied behind this
                if (known == null || known.stage.compareTo(Stage.ENDED) < 0) {
                    cancelled.put(entry.jid(), place.segment());
                }
                return;
            }
            Known known = jobs.computeIfAbsent(entry.jid(), Known::new);
            if (entry instanceof JournalEntry.Accepted accepted && known.stage.compareTo(Stage.ENDED) < 0) {
                known.received = accepted.received();
                known.isAt(place, length);
            } else if (entry instanceof JournalEntry.Started started && known.stage.compareTo(Stage.BEGUN) < 0) {
                known.stage = Stage.STARTED;
                boot = started.boot().equals(boot) ? boot : started.boot(); // one text for all of them
                known.boot = boot;
                known.noted = place.segment();
            } else if (entry instanceof JournalEntry.Begun && known.stage.compareTo(Stage.ENDED) < 0) {
                known.stage = Stage.BEGUN;
                known.noted = place.segment();
            } else if (entry instanceof JournalEntry.Ended ended) {
                cancelled.remove(entry.jid());
                known.stage = known.stage == Stage.SENT ? Stage.SENT : Stage.ENDED;
                known.received = ended.received();
                known.isRejected = ended.answer().topic().equals(Reply.JOB);
                known.isAt(place, length);
                known.noted = Known.NOWHERE;
            }
        }
    }

    /** @return null if the job was never seen, or was forgotten */
    Stage stage(String jid) {
        synchronized (jobs) {
            Known known = jobs.get(jid);
            return known == null ? null : known.stage;
        }
    }

    /** The jobs at a stage: those that ended in the order of ending, others as they came. */
    List<String> at(Stage stage) {
        synchronized (jobs) {
            return jobs.values().stream()
                    .filter(each -> each.stage == stage)
                    .sorted((one, other) -> stage.compareTo(Stage.ENDED) < 0 ? 0 : one.compareTo(other))
                    .map(each -> each.jid)
                    .toList();
        }
    }

    /** Whether a job that has not ended must not be run any more. */
    boolean isCancelled(String jid) {
        synchronized (jobs) {
            return cancelled.containsKey(jid);
        }
    }

    /** During which boot of the machine a job was started; null if it was not. */
    String boot(String jid) {
        synchronized (jobs) {
            Known known = jobs.get(jid);
            return known == null ? null : known.boot;
        }
    }

    /** What was accepted, of a job that has not ended; null if that entry was lost. */
    JournalEntry.Accepted accepted(String jid) throws IOException {
        return read(jid) instanceof JournalEntry.Accepted accepted ? accepted : null;
    }

    /** @throws IOException if it cannot be read any more */
    Reply answer(String jid) throws IOException {
        if (read(jid) instanceof JournalEntry.Ended ended) {
            return ended.answer();
        }
        throw new IOException("the journal has no answer of job " + jid);
    }

    /** Where the answer of a job goes. */
    String topic(String jid) {
        synchronized (jobs) {
            Known known = jobs.get(jid);
            return known != null && known.isRejected ? Reply.JOB : Reply.RETURN;
        }
    }

    /** When a job came, as an {@link JournalEntry.Accepted} has it; 0 if that is not known. */
    long received(String jid) {
        synchronized (jobs) {
            Known known = jobs.get(jid);
            return known == null ? 0 : known.received;
        }
    }

    private JournalEntry read(String jid) throws IOException {
        while (true) {
            LogPosition place = place(jid);
            if (place == null) {
                return null;
            }
            try {
                return JournalEntry.of(log.read(place));
            } catch (IOException e) {
                if (place.equals(place(jid))) { // else it was moved meanwhile
                    throw e;
                }
            }
        }
    }

    private LogPosition place(String jid) {
        synchronized (jobs) {
            Known known = jobs.get(jid);
            return known == null ? null : known.place;
        }
    }

    /** Whether there is more than should be. */
    boolean isFull() {
        synchronized (jobs) {
            return log.bytes() > bounds.bytes || jobs.size() > bounds.jobs;
        }
    }

    /** Forgets what need not be known any more. */
    synchronized void tidy() throws IOException {
        for (long oldest = log.oldest(); oldest >= 0 && canGo(oldest); oldest = log.oldest()) {
            // jobs go on meanwhile, so that one may be noted as started between the copy and its write
            Set<Known> lost = new HashSet<>();
            for (List<Known> left = unfinished(oldest, lost); !left.isEmpty(); left = unfinished(oldest, lost)) {
                copy(left, lost);
            }
            forget(oldest);
            log.drop(oldest);
        }
    }

    /** @param lost those that cannot be read are added */
    private void copy(List<Known> unfinished, Set<Known> lost) throws IOException {
        List<JournalEntry> needed = new ArrayList<>();
        for (Known each : unfinished) {
            addTo(needed, each, lost);
        }
        if (!needed.isEmpty()) {
            append(needed);
        }
    }

    private void addTo(List<JournalEntry> needed, Known job, Set<Known> lost) {
        try {
            needed.add(JournalEntry.of(log.read(job.place)));
            if (job.stage == Stage.STARTED) {
                needed.add(new JournalEntry.Started(job.jid, job.boot));
            } else if (job.stage == Stage.BEGUN) {
                needed.add(new JournalEntry.Begun(job.jid));
            }
            if (isCancelled(job.jid)) {
                needed.add(new JournalEntry.Cancelled(job.jid));
            }
        } catch (IOException e) {
            LOG.error("job {}: what the journal holds of it cannot be read and is lost: {}", job.jid, IoReason.of(e));
            lost.add(job);
        }
    }

    /** Those of which anything that is still needed is there. */
    private List<Known> unfinished(long segment, Set<Known> lost) {
        writing.writeLock().lock();
        try {
            synchronized (jobs) {
                return jobs.values().stream()
                        .filter(each -> each.stage != Stage.SENT && !lost.contains(each))
                        .filter(each -> each.isIn(segment) || each.place != null && each.isNotedIn(segment, cancelled))
                        .toList();
            }
        } finally {
            writing.writeLock().unlock();
        }
    }

    private boolean canGo(long segment) {
        long old = clock.millis() - bounds.age.toMillis();
        long kept = 0;
        int index = 0;
        boolean isOld = true;
        synchronized (jobs) {
            for (Known each : jobs.values()) {
                boolean isRecent = index++ >= jobs.size() - bounds.keptAnyway;
                if (each.isIn(segment) && each.stage == Stage.SENT) {
                    isOld &= !isRecent && Math.abs(each.received) < old;
                } else if (each.isIn(segment)) {
                    kept += each.length;
                }
            }
        }
        return kept < bounds.segmentBytes / 2 && (isOld || isFull()); // else it would only be copied
    }

    private void forget(long segment) {
        synchronized (jobs) {
            for (Iterator<Known> each = jobs.values().iterator(); each.hasNext(); ) {
                Known known = each.next();
                if (known.isIn(segment) && known.stage == Stage.SENT) {
                    each.remove();
                }
            }
        }
    }

    long bytes() {
        return log.bytes();
    }

    /** The files that were found damaged, cut or gone when it was opened. */
    List<FileDamage> damages() {
        return log.damages();
    }

    /** Places that could not be read when it was opened, and files that were cut or gone. */
    long damaged() {
        return log.damaged() + unreadable;
    }

    /** What is wrong with the file that would tell of damage. */
    WatermarkTrouble watermarkTrouble() {
        return watermarkTrouble;
    }

    @Override
    public void close() {
        log.close();
    }

    /** A job in memory. */
    private static final class Known implements Comparable<Known> {
        static final long NOWHERE = -1;

        final String jid;
        Stage stage = Stage.ACCEPTED;
        String boot; // null until it was started
        boolean isRejected; // by its answer
        long received;
        long noted = NOWHERE; // the segment that says how far it is
        LogPosition place; // of its answer, before that of what was accepted; null if that was lost
        int length;

        Known(String jid) {
            this.jid = jid;
        }

        void isAt(LogPosition where, int bytes) {
            place = where;
            length = bytes;
        }

        boolean isIn(long segment) {
            return place != null && place.segment() == segment;
        }

        boolean isNotedIn(long segment, Map<String, Long> cancelled) {
            return noted == segment || cancelled.getOrDefault(jid, NOWHERE) == segment;
        }

        @Override
        public int compareTo(Known other) {
            int bySegment = Long.compare(place.segment(), other.place.segment());
            return bySegment != 0 ? bySegment : Integer.compare(place.offset(), other.place.offset());
        }
    }
}
