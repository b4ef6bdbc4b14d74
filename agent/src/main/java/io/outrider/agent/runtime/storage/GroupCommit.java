package io.outrider.agent.runtime.storage;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What several append at once: the first of them writes for all. Any thread. */
final class GroupCommit {
    /** Writes groups, all of them or none, and says where the records of each are. One thread at a time. */
    @FunctionalInterface
    interface Writer {
        List<List<LogPosition>> write(List<PendingAppend> groups) throws IOException;
    }

    private final Writer writer;
    private final ReentrantLock queueing = new ReentrantLock();
    private final Condition written = queueing.newCondition();
    private List<PendingAppend> queued = new ArrayList<>(); // guarded by queueing, as is what is in the groups
    private boolean isWriting;

    GroupCommit(Writer writer) {
        this.writer = writer;
    }

    /** @return where its records are, when they have been written */
    List<LogPosition> add(PendingAppend mine) throws IOException {
        List<PendingAppend> groups = List.of();
        queueing.lock();
        try {
            queued.add(mine);
            while (isWriting && !mine.isDone()) {
                written.awaitUninterruptibly();
            }
            if (!mine.isDone()) { // then it is for this thread to write what has gathered
                isWriting = true;
                groups = queued;
                queued = new ArrayList<>();
            }
        } finally {
            queueing.unlock();
        }
        if (!groups.isEmpty()) {
            write(groups);
        }
        if (mine.failure != null) {
            throw new IOException(IoReason.of(mine.failure), mine.failure); // a message may be the file's name alone
        }
        return mine.positions;
    }

    private void write(List<PendingAppend> groups) {
        List<List<LogPosition>> positions = null;
        IOException failure = new IOException("not written: fault");
        try {
            positions = writer.write(groups);
        } catch (IOException e) {
            failure = e;
        } finally {
            done(groups, positions, failure);
        }
    }

    private void done(List<PendingAppend> groups, List<List<LogPosition>> positions, IOException failure) {
        queueing.lock();
        try {
            for (int i = 0; i < groups.size(); i++) {
                groups.get(i).positions = positions == null ? null : positions.get(i);
                groups.get(i).failure = positions == null ? failure : null;
            }
            isWriting = false;
            written.signalAll();
        } finally {
            queueing.unlock();
        }
    }
}
