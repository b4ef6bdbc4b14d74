package io.outrider.service.database;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jdbi.v3.core.HandleConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of small writes, of which those that wait share a transaction: thousands of units that come back at once need few flushes
 * of the disk. Writes run in their order, in the thread of one of the callers; one that fails is undone alone, and is given up if
 * the database does not take its data, as it would be the same if it came again. Any thread.
 */
public final class WriteQueue {
    private static final Logger LOG = LoggerFactory.getLogger(WriteQueue.class);

    private static final int MOST_IN_A_TRANSACTION = 200;

    /** Bytes of data after which a transaction takes no more, as they are all read within it, and others wait for it. */
    private static final int MOST_BYTES = 1 << 19;

    private final Database database;
    private final Deque<Write> waiting = new ArrayDeque<>();
    private boolean running;

    private record Write(int bytes, HandleConsumer<RuntimeException> statements, CompletableFuture<Void> done) {}

    public WriteQueue(Database database) {
        this.database = database;
    }

    /**
     * Adds a write.
     *
     * @param bytes of data that the statements read
     * @param statements run again if another write of the transaction fails
     * @return completes after the commit
     */
    public CompletionStage<Void> write(int bytes, HandleConsumer<RuntimeException> statements) {
        Write write = new Write(bytes, statements, new CompletableFuture<>());
        synchronized (this) {
            waiting.add(write);
            if (running) {
                return write.done();
            }
            running = true;
        }
        for (List<Write> group = next(); !group.isEmpty(); group = next()) {
            run(group);
        }
        return write.done();
    }

    private synchronized List<Write> next() {
        List<Write> group = new ArrayList<>();
        for (int bytes = 0; !waiting.isEmpty() && group.size() < MOST_IN_A_TRANSACTION && bytes < MOST_BYTES; ) {
            bytes += waiting.peek().bytes();
            group.add(waiting.remove());
        }
        running = !group.isEmpty();
        return group;
    }

    private void run(List<Write> group) {
        try {
            database.write().useTransaction(handle -> {
                for (Write each : group) {
                    each.statements().useHandle(handle);
                }
            });
            group.forEach(each -> each.done().complete(null));
        } catch (RuntimeException | Error e) { // the queue goes on
            if (group.size() == 1 && Database.isOf(e, Database.DATA_EXCEPTION)) {
                LOG.warn(
                        "a message of a unit cannot be stored, and is given up: {}",
                        Database.cause(e).getMessage());
                group.get(0).done().complete(null);
            } else if (group.size() == 1) {
                group.get(0).done().completeExceptionally(e);
            } else {
                group.forEach(each -> run(List.of(each)));
            }
        }
    }
}
