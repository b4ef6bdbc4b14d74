package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import io.outrider.wire.RecordCodec;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic maintenance of the logs: compaction, eviction by size and age, dropping of segments, fsync and watermarks.
 * Disk errors do not throw; a failed step is repeated by the next run.
 */
final class BufferMaintenance {
    private static final Logger LOG = LoggerFactory.getLogger(BufferMaintenance.class);
    private static final int CHECKPOINT_BYTES = 128; // upper bound of an active log with a checkpoint only

    private final ReentrantLock maintaining = new ReentrantLock(); // taken before the lock of the buffer
    private final PendingRecords pending;
    private final GroupFsync fsync;
    private final List<RecordLog> logs; // by number; the active one first
    private final RecordLog active;
    private final Compactor compactor;
    private final Recovery recovery;
    private final ReserveFile reserve;
    private final WatermarkFile watermarks;
    private final BufferLimits limits;
    private final TimeSource time;
    private final DiskErrorLog diskErrorLog;
    private final Runnable listener; // notified of loss records written here
    private boolean isOpen;
    private boolean checkpointDue = true;

    BufferMaintenance(
            PendingRecords pending,
            GroupFsync fsync,
            List<RecordLog> logs,
            RecordCodec codec,
            ReserveFile reserve,
            WatermarkFile watermarks,
            BufferLimits limits,
            TimeSource time,
            Runnable listener) {
        this.pending = pending;
        this.fsync = fsync;
        this.logs = logs;
        this.reserve = reserve;
        this.watermarks = watermarks;
        this.limits = limits;
        this.time = time;
        this.listener = listener;
        recovery = new Recovery(logs, pending, codec, reserve);
        active = logs.get(0);
        diskErrorLog = new DiskErrorLog(active.folder.getParent());
        compactor = new Compactor(pending, logs, codec, watermarks);
    }

    /** @param idle whether no records are expected soon, so that the active log is cleared too */
    void maintain(boolean idle) {
        maintaining.lock();
        try {
            open();
            drainOverflow();
            probeDisk();
            if (fsync.sync()) {
                clearReserve();
                compact();
                enforceSizeLimit();
                dropExpired();
                dropSegments(idle);
                watermarks.saveAndForceIfDue(time.now().upMicros());
            }
        } catch (IOException e) {
            locked(pending.lock, () -> pending.diskError(e));
        } finally {
            IOException diskError = locked(pending.lock, () -> pending.diskError());
            diskErrorLog.update(isOpen, diskError, time.now().upMicros());
            if (isOpen && diskError == null) {
                watermarks.problem.logIfNew(LOG);
            }
            maintaining.unlock();
        }
        if (locked(pending.lock, pending::clearNewLossRecords)) {
            listener.run();
        }
    }

    /** Records accepted concurrently may be stored although their future completes with false. */
    void close() {
        maintain(true);
        maintaining.lock();
        try {
            locked(pending.lock, pending::flushOverflowInParts);
            if (fsync.sync() && isOpen) {
                writeCheckpoint(true);
                watermarks.saveForced(true);
            }
        } catch (IOException e) {
            locked(pending.lock, () -> pending.diskError(e));
        } finally {
            logs.forEach(RecordLog::close); // accept() fails from here on
            watermarks.close();
            writeLossNote();
            maintaining.unlock();
        }
        locked(pending.lock, fsync::nextSync).complete(false);
    }

    /** Writes losses that are in no log to the reserve file, for the next run. */
    private void writeLossNote() {
        pending.lock.lock();
        try {
            if (pending.hasOverflow()) {
                pending.writeLossRecords();
            }
            long records = pending.overflowRecords();
            long lossRecords = pending.overflowLossRecords();
            List<Loss> lost = pending.discardOverflow();
            if (pending.isDirty()) {
                lost.addAll(reserve.inherited(lost)); // their loss records may not be on the disk
            }
            if (isOpen && lost.isEmpty() && !pending.isDirty()) {
                reserve.clear();
            }
            boolean isComplete = isOpen && reserve.writeFinal(lost) == lost.size();
            reserve.force();
            if (records > 0 || !isComplete) {
                LOG.warn(
                        "{} records lost at shutdown ({} of them loss reports): disk not writable;"
                                + " free space, or make the data folder writable{}",
                        records,
                        lossRecords,
                        isComplete ? "; the next start reports them" : "; not all of them will be reported");
            }
        } catch (IOException e) {
            pending.diskError(e);
        } finally {
            reserve.close();
            pending.lock.unlock();
        }
    }

    private void open() throws IOException {
        if (!isOpen) {
            compactor.addUnlogged(recovery.open(watermarks.read()));
            isOpen = true;
            reserve.create();
            watermarks.onRecovered();
            watermarks.saveForced(false); // before a frame of this run is written
        }
        if (checkpointDue) {
            locked(pending.lock, () -> {
                pending.flushOverflow();
                pending.writeLossRecords();
            });
            writeCheckpoint(false);
        }
    }

    private void writeCheckpoint(boolean clean) throws IOException {
        locked(
                pending.lock,
                () -> active.append(List.of(pending.progress.checkpoint(clean).bytes())));
        active.force(); // outside the lock: accept() does not wait
        checkpointDue = false;
    }

    /** All records are in the logs and forced, so the next run must not find an older loss note. */
    private void clearReserve() throws IOException {
        reserve.create();
        locked(pending.lock, () -> {
            if (!pending.hasOverflow()) {
                reserve.clear();
            }
        });
        reserve.force();
    }

    /** Writes the overflow queue; if the disk is full, evicts a segment first. */
    private void drainOverflow() throws IOException {
        locked(pending.lock, pending::flushOverflow);
        if (pending.mustFreeSpace()) {
            RecordLog victim = evictionCandidate(2); // the segment that stays shows after a crash how much is missing
            if (victim != null && victim != active) {
                evict(victim, "disk");
                List<Long> droppable = locked(pending.lock, victim::droppable);
                locked(pending.lock, () -> victim.beforeDrop(droppable)); // appended once there is room
                victim.drop(droppable); // before its loss record, which cannot be written without the room
                locked(pending.lock, pending::flushOverflow);
            }
        }
    }

    /** Writes a checkpoint to find out whether the disk works again, if the overflow queue is empty. */
    private void probeDisk() throws IOException {
        if (locked(pending.lock, () -> pending.diskError() != null && !pending.hasOverflow())) {
            writeCheckpoint(false);
            locked(pending.lock, () -> {
                pending.diskError(null);
                pending.markDirty();
            });
        }
    }

    private void compact() throws IOException {
        while (active.segments() > limits.activeSegments()
                && isUnder(limits.bytes() + 4L * limits.activeSegmentBytes())) {
            if (!compactor.compact()) {
                return; // unreadable records are in flight; continues once they are settled
            }
            dropSegments(false);
        }
    }

    private boolean isUnder(long maxBytes) {
        return logs.stream().mapToLong(RecordLog::bytes).sum() + limits.activeSegmentBytes() <= maxBytes;
    }

    private void enforceSizeLimit() throws IOException {
        if (!isUnder(limits.bytes())) {
            dropSegments(false);
        }
        while (!isUnder(limits.bytes())) {
            RecordLog victim = evictionCandidate(1);
            if (victim == null) {
                return;
            }
            long before = victim.bytes();
            evict(victim, "full");
            dropSegments(false);
            if (victim.bytes() >= before) {
                return;
            }
        }
    }

    /** The log whose oldest segment is evicted next, of those with at least this many segments; null if none. */
    private RecordLog evictionCandidate(int segments) {
        return locked(pending.lock, () -> {
            for (int i = logs.size() - 1; i >= 0; i--) {
                RecordLog log = logs.get(i); // the active one last
                if (log.segments() >= segments && !log.evictable().isEmpty()) {
                    return log;
                }
            }
            return null;
        });
    }

    private void evict(RecordLog log, String reason) {
        locked(pending.lock, () -> log.evictable().forEach(each -> pending.discardAsLost(each, reason)));
    }

    /** Drops expired records. Compares trusted times only, so a clock jump expires nothing. */
    private void dropExpired() {
        Timestamp now = time.now();
        if (!now.trusted()) {
            return;
        }
        long limit = now.micros() - limits.maxAge().toMillis() * 1_000;
        locked(pending.lock, () -> {
            for (RecordLog log : logs) {
                List<PendingFrame> expired = log.frames().stream()
                        .takeWhile(each -> each.header().newest() < limit)
                        .filter(each -> each.free() == each.remaining())
                        .toList();
                expired.forEach(each -> pending.discardAsLost(each, "age"));
            }
        });
    }

    private void dropSegments(boolean idle) throws IOException {
        int minBytes = idle ? CHECKPOINT_BYTES : limits.activeSegmentBytes() / 4;
        boolean clearsActive = active.isDroppable() && active.bytes() > minBytes;
        Map<RecordLog, List<Long>> droppable = new LinkedHashMap<>();
        boolean anyDroppable = locked(pending.lock, () -> {
            boolean any = clearsActive;
            for (RecordLog log : logs) {
                List<Long> ofLog = log.droppable();
                droppable.put(log, ofLog);
                log.beforeDrop(ofLog);
                any |= !ofLog.isEmpty() || log != active && log.isUnused();
            }
            return any;
        });
        if (!anyDroppable || !persistDone()) {
            return;
        }
        for (RecordLog log : logs) {
            log.drop(droppable.get(log));
            if (log != active && locked(pending.lock, log::isDroppable)) {
                watermarks.saveForced(false); // the cleared log no longer holds its done ranges
                log.clear();
            }
        }
        if (clearsActive) {
            clearActive();
        }
    }

    /** Forces what segments to be dropped say of other logs: done ranges and losses; returns false if it failed. */
    private boolean persistDone() throws IOException {
        if (!fsync.sync()) {
            return false;
        }
        compactor.logMoved();
        locked(pending.lock, () -> {
            for (RecordLog log : logs) {
                log.catchUp();
            }
        });
        for (RecordLog log : logs) {
            log.force();
        }
        return true;
    }

    /** Rolls to a new segment headed by a checkpoint before dropping the old ones. Does not block accept(). */
    private void clearActive() throws IOException {
        boolean isEmpty = locked(
                pending.lock,
                () -> active.isDroppable() && !pending.isDirty() && !pending.hasOverflow() && pending.losses.isEmpty());
        if (!isEmpty) {
            return;
        }
        active.roll();
        checkpointDue = true; // if writing it fails now, it is written before the next drop
        List<Long> droppable = locked(pending.lock, active::droppable);
        writeCheckpoint(false);
        active.drop(droppable);
    }
}
