package io.outrider.agent.runtime.storage;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Group commit: of several concurrent appends, the first thread writes all. Any thread. */
final class GroupCommit {
    /** Writes all appends or none. One thread at a time. */
    @FunctionalInterface
    interface Writer {
        List<List<LogPosition>> write(List<PendingAppend> appends) throws IOException;
    }

    /** Append request of one caller. */
    static final class PendingAppend {
        final List<byte[]> payloads;
        final boolean forced;
        List<LogPosition> positions; // null until written
        IOException failure; // null unless the write failed

        PendingAppend(List<byte[]> payloads, boolean forced) {
            for (byte[] payload : payloads) {
                if (payload.length < 1 || payload.length > SegmentedLog.MAX_RECORD_BYTES) {
                    throw new IllegalArgumentException("a record of " + payload.length + " bytes");
                }
            }
            this.payloads = payloads;
            this.forced = forced;
        }

        boolean isDone() {
            return positions != null || failure != null;
        }

        int size() {
            return payloads.stream()
                    .mapToInt(each -> RecordFraming.HEADER + each.length)
                    .sum();
        }
    }

    private final Writer writer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();
    private List<PendingAppend> queued = new ArrayList<>(); // guarded by the lock, as are the fields of the appends
    private boolean isWriting;

    GroupCommit(Writer writer) {
        this.writer = writer;
    }

    /** @return the positions of the records, once they are written */
    List<LogPosition> add(List<byte[]> payloads, boolean forced) throws IOException {
        PendingAppend own = new PendingAppend(payloads, forced);
        List<PendingAppend> appends = List.of();
        lock.lock();
        try {
            queued.add(own);
            while (isWriting && !own.isDone()) {
                written.awaitUninterruptibly();
            }
            if (!own.isDone()) { // this thread writes all that is queued
                isWriting = true;
                appends = queued;
                queued = new ArrayList<>();
            }
        } finally {
            lock.unlock();
        }
        if (!appends.isEmpty()) {
            write(appends);
        }
        if (own.failure != null) {
            throw new IOException(
                    IoReason.of(own.failure), own.failure); // the message of some exceptions is the file name alone
        }
        return own.positions;
    }

    private void write(List<PendingAppend> appends) {
        List<List<LogPosition>> positions = null;
        IOException failure = null;
        try {
            positions = writer.write(appends);
        } catch (IOException e) {
            failure = e;
        } finally {
            if (positions == null && failure == null) { // an error, which this thread passes on
                failure = new IOException("not written: fault");
            }
            complete(appends, positions, failure);
        }
    }

    private void complete(List<PendingAppend> appends, List<List<LogPosition>> positions, IOException failure) {
        locked(lock, () -> {
            for (int i = 0; i < appends.size(); i++) {
                appends.get(i).positions = positions == null ? null : positions.get(i);
                appends.get(i).failure = positions == null ? failure : null;
            }
            isWriting = false;
            written.signalAll();
        });
    }
}
