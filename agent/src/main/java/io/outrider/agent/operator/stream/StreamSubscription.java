package io.outrider.agent.operator.stream;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Queue of one subscriber. One consumer thread. */
public final class StreamSubscription implements AutoCloseable {
    /**
     * @param id sequence number over all events of the process; gaps include filtered events
     * @param weight bytes in memory
     */
    public record Numbered(long id, StreamEvent event, long weight) {}

    /** Limit of the queued bytes; a single event may be larger. */
    static final long MOST_BYTES = 1 << 20;

    private final BlockingQueue<Numbered> queue;
    private final AtomicLong bytes = new AtomicLong();
    private final Predicate<StreamEvent> wanted;
    private final Consumer<StreamSubscription> unsubscribe;
    private final AtomicLong dropped = new AtomicLong();

    StreamSubscription(int capacity, Predicate<StreamEvent> wanted, Consumer<StreamSubscription> unsubscribe) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.wanted = wanted;
        this.unsubscribe = unsubscribe;
    }

    /** Returns false if the event matches and the queue is full. */
    boolean offer(long id, StreamEvent event, long weight) {
        if (wanted.test(event) && !add(new Numbered(id, event, weight))) {
            dropped.incrementAndGet();
            return false;
        }
        return true;
    }

    private boolean add(Numbered next) {
        long before = bytes.getAndAdd(next.weight);
        if ((before == 0 || before + next.weight <= MOST_BYTES) && queue.offer(next)) {
            return true;
        }
        bytes.addAndGet(-next.weight);
        return false;
    }

    /** Returns the next event, or null on timeout. */
    public Numbered next(long timeoutNanos) throws InterruptedException {
        Numbered next = queue.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        if (next != null) {
            bytes.addAndGet(-next.weight);
        }
        return next;
    }

    /** Returns and resets the number of dropped events. */
    public long takeDropped() {
        return dropped.getAndSet(0);
    }

    @Override
    public void close() {
        unsubscribe.accept(this);
    }
}
