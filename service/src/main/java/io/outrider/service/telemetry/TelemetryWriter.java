package io.outrider.service.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues of batches before the database, bounded in bytes together. A writer takes several waiting batches into one transaction; a
 * batch is acknowledged after its commit. A device has one writer of an instance, as two that store batches of the same run wait for each
 * other. Any thread.
 */
public final class TelemetryWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TelemetryWriter.class);

    private static final long MOST_QUEUED_BYTES = 48L << 20;

    private static final long MOST_GROUP_BYTES = 4L << 20;

    /** With SQLite, which has one writer, everything else that writes waits for a group. They become small while there is any. */
    private static final long LEAST_GROUP_BYTES = 128L << 10;

    /** Refused records that have a line in the log; of more only their number is known. */
    private static final int MOST_LOGGED = 100;

    private static final int POSTGRESQL_WRITERS = 2;

    private final TelemetryStore store;

    /** One for each writer; that of a device is found by its number. */
    private final List<Deque<Entry>> queues = new ArrayList<>();

    private final List<Thread> writers = new ArrayList<>();
    private long queuedBytes;
    private final Counts counts = new Counts(new AtomicLong(), new AtomicLong(), new AtomicLong());
    private boolean closed;

    /**
     * Counts since the start.
     *
     * @param records of the batches that this instance has stored; those that came again count again
     * @param refused records that could not be stored, while the others of their batches were
     * @param failed batches
     */
    public record Counts(AtomicLong records, AtomicLong refused, AtomicLong failed) {}

    private record Entry(RecordBatch batch, CompletableFuture<Void> stored) {}

    public TelemetryWriter(Database database, Clock clock) {
        store = new TelemetryStore(database, clock);
        int count = database.kind() == DatabaseUrl.Kind.POSTGRESQL ? POSTGRESQL_WRITERS : 1;
        for (int i = 0; i < count; i++) {
            Deque<Entry> queue = new ArrayDeque<>();
            queues.add(queue);
            writers.add(new Thread(() -> write(queue), "telemetry-writer-" + i));
        }
        writers.forEach(Thread::start);
    }

    /**
     * Stores a decoded batch; waits while the queue is full.
     *
     * @return completes after the commit
     * @throws IOException if the batch has more than one can have
     */
    public CompletionStage<Void> write(long device, BatchCodec.Rows rows) throws IOException {
        RecordBatch batch = RecordBatch.of(device, rows);
        if (batch.refused() > 0 && counts.refused.getAndAdd(batch.refused()) < MOST_LOGGED) {
            LOG.warn(
                    "{} of {} records of device {} cannot be stored",
                    batch.refused(),
                    rows.rows().size(),
                    device);
        }
        return add(batch);
    }

    /**
     * Stores rows in AutoPi's form.
     *
     * @param rows array of records
     */
    public CompletionStage<Void> writePosted(long device, JsonNode rows) {
        return add(RecordBatch.posted(device, rows));
    }

    private synchronized CompletionStage<Void> add(RecordBatch batch) {
        try {
            while (queuedBytes > 0 && queuedBytes + batch.bytes() > MOST_QUEUED_BYTES && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedStage(e);
        }
        if (closed) {
            return CompletableFuture.failedStage(new IllegalStateException("the service stops"));
        }
        CompletableFuture<Void> stored = new CompletableFuture<>();
        queues.get((int) (batch.device() % queues.size())).add(new Entry(batch, stored));
        queuedBytes += batch.bytes();
        notifyAll();
        return stored;
    }

    private void write(Deque<Entry> queue) {
        long most = LEAST_GROUP_BYTES;
        for (List<Entry> group = next(queue, most); !group.isEmpty(); group = next(queue, most)) {
            store(group);
            boolean givesWay = store.wasAwaited() && queuedBytes() < MOST_QUEUED_BYTES / 2; // or its own fall behind
            most = givesWay ? LEAST_GROUP_BYTES : Math.min(MOST_GROUP_BYTES, most * 2);
            if (givesWay) {
                LockSupport.parkNanos(1_000_000); // else the pool may give the connection to who has just given it back
            }
        }
    }

    private synchronized List<Entry> next(Deque<Entry> queue, long most) {
        try {
            while (queue.isEmpty() && !closed) {
                wait();
            }
        } catch (InterruptedException e) { // nobody interrupts a writer
            Thread.currentThread().interrupt();
            return List.of();
        }
        List<Entry> group = new ArrayList<>();
        long bytes = 0;
        while (!queue.isEmpty()
                && (group.isEmpty() || bytes + queue.peek().batch.bytes() <= most)) {
            bytes += queue.peek().batch.bytes();
            group.add(queue.remove());
        }
        queuedBytes -= bytes;
        notifyAll();
        return group;
    }

    /** If a group fails, each of its batches is tried alone, so that none fails for another. */
    private void store(List<Entry> group) {
        try {
            store.store(group.stream().map(Entry::batch).toList());
            group.forEach(each -> {
                counts.records.addAndGet(each.batch.rows().size());
                each.stored.complete(null);
            });
        } catch (RuntimeException | Error e) { // the writer goes on
            if (group.size() == 1) {
                counts.failed.incrementAndGet();
                LOG.warn(
                        "a batch of device {} could not be stored: {}",
                        group.get(0).batch.device(),
                        Database.cause(e).getMessage());
                group.get(0).stored.completeExceptionally(e);
            } else {
                group.forEach(each -> store(List.of(each)));
            }
        }
    }

    public synchronized long queuedBytes() {
        return queuedBytes;
    }

    public Counts counts() {
        return counts;
    }

    /** Stores what waits, and stops. */
    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        for (Thread each : writers) {
            each.join();
        }
    }
}
