package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Group fsync: forces accepted records and completes the futures of accept(). Waits only for the fsync of the active
 * log, since records are exposed to a power cut meanwhile. Any thread.
 */
final class GroupFsync {
    private final ReentrantLock syncLock = new ReentrantLock(); // taken before the lock of the buffer
    private final PendingRecords pending;
    private final List<RecordLog> logs; // by number; the active one first
    private final WatermarkFile watermarks;
    private final AtomicLong count = new AtomicLong();
    private CompletableFuture<Boolean> pendingSync = new CompletableFuture<>(); // guarded by the lock of the buffer

    GroupFsync(PendingRecords pending, List<RecordLog> logs, WatermarkFile watermarks) {
        this.watermarks = watermarks;
        this.pending = pending;
        this.logs = logs;
    }

    /** Future of the fsync that covers records accepted now; the caller holds the lock of the buffer. */
    CompletableFuture<Boolean> nextSync() {
        return pendingSync;
    }

    /** @return whether all accepted records are on the disk, with an empty overflow queue */
    boolean sync() {
        return locked(syncLock, this::syncLocked);
    }

    private boolean syncLocked() {
        CompletableFuture<Boolean> waiting;
        RunProgress.ForcePoint point;
        boolean isDirty;
        boolean isComplete;
        pending.lock.lock();
        try {
            if (!pending.hasOverflow()) {
                pending.writeLossRecords();
            }
            isComplete = !pending.hasOverflow();
            if (isComplete) {
                logs.forEach(RecordLog::stageDeferred);
            }
            isDirty = pending.clearDirty();
            point = pending.progress.forcePoint();
            waiting = pendingSync;
            pendingSync = new CompletableFuture<>();
        } finally {
            pending.lock.unlock();
        }
        IOException failure = isDirty ? logs.get(0).tryForce() : null;
        count.addAndGet(isDirty && failure == null ? 1 : 0);
        locked(pending.lock, () -> {
            if (failure == null) {
                logs.forEach(RecordLog::applyStaged);
                pending.progress.onForced(point);
            } else {
                pending.markDirty();
                pending.diskError(failure);
            }
        });
        if (failure == null) {
            watermarks.save(); // before the futures complete
        }
        waiting.complete(failure == null);
        return failure == null && isComplete;
    }

    long count() {
        return count.get();
    }
}
