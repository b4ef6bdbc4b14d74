package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.clock.TimeSource;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Forces what was accepted, and answers those who wait for that. Waits for the disk to force the fresh lane and for nothing
 * else, since records are exposed to a power cut meanwhile. Any thread.
 */
final class GroupFsync {
    private final ReentrantLock forcing = new ReentrantLock(); // taken before the stock's
    private final PendingRecords stock;
    private final List<RecordLog> lanes; // by number; the fresh one first
    private final WatermarkFile watermarks;
    private final TimeSource time;
    private final AtomicLong count = new AtomicLong();
    private CompletableFuture<Boolean> next =
            new CompletableFuture<>(); // of what is accepted now; guarded by the stock

    GroupFsync(PendingRecords stock, List<RecordLog> lanes, WatermarkFile watermarks, TimeSource time) {
        this.watermarks = watermarks;
        this.stock = stock;
        this.lanes = lanes;
        this.time = time;
    }

    /** Done when what has been written under the stock's lock until now is on the disk; who calls holds that lock. */
    CompletableFuture<Boolean> next() {
        return next;
    }

    /** @return whether all that was written is on the disk, and nothing is in memory only */
    boolean sync() {
        forcing.lock();
        try {
            return forced();
        } finally {
            forcing.unlock();
        }
    }

    private boolean forced() {
        CompletableFuture<Boolean> ready;
        RunProgress.Forced forcible;
        boolean isDirty;
        boolean isAll;
        stock.lock.lock();
        try {
            isAll = !stock.isInMemory();
            if (isAll) {
                stock.tellLosses(time.now());
                isAll = !stock.isInMemory();
            }
            if (isAll) {
                lanes.forEach(RecordLog::bill);
            }
            isDirty = stock.takeDirt();
            forcible = stock.progress.forcible();
            ready = next;
            next = new CompletableFuture<>();
        } finally {
            stock.lock.unlock();
        }
        IOException trouble = null;
        try {
            if (isDirty) {
                lanes.get(0).force();
                count.incrementAndGet();
            }
        } catch (IOException e) {
            trouble = e;
        }
        stock.lock.lock();
        try {
            if (trouble == null) {
                lanes.forEach(RecordLog::pay);
                stock.progress.forced(forcible);
            } else {
                stock.soil();
                stock.trouble(trouble);
            }
        } finally {
            stock.lock.unlock();
        }
        if (trouble == null) {
            watermarks.save(); // before anybody is told that it is on the disk
        }
        ready.complete(trouble == null);
        return trouble == null && isAll;
    }

    /** How many times something was forced. */
    long count() {
        return count.get();
    }
}
