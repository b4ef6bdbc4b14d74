package io.outrider.agent.operator.stream;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Broadcast of events to all subscribers; never blocks on them. Thread-safe. */
public final class EventBroadcast {
    /** Limit of the bytes queued for a subscriber; a single event may be larger. */
    static final long MOST_BYTES = 1 << 20;

    private final List<StreamSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    public boolean hasSubscribers() {
        return !subscriptions.isEmpty();
    }

    public void publish(StreamEvent event) {
        long id = published.incrementAndGet();
        if (hasSubscribers()) {
            Numbered numbered = new Numbered(id, event, event.weight());
            subscriptions.forEach(each -> each.offer(numbered));
        }
    }

    /** @param wanted filter, called on the publishers' threads */
    public StreamSubscription subscribe(int capacity, Predicate<StreamEvent> wanted) {
        StreamSubscription subscription = new StreamSubscription(capacity, wanted);
        subscriptions.add(subscription);
        return subscription;
    }

    public long dropped() {
        return dropped.get();
    }

    public int listeners() {
        return subscriptions.size();
    }

    /** @param id sequence number over all events of the process; gaps include filtered events */
    public record Numbered(long id, StreamEvent event, long weight) {}

    /** Queue of one subscriber. One consumer thread. */
    public final class StreamSubscription implements AutoCloseable {
        private final BlockingQueue<Numbered> queue;
        private final AtomicLong bytes = new AtomicLong();
        private final Predicate<StreamEvent> wanted;
        private final AtomicLong missed = new AtomicLong();

        private StreamSubscription(int capacity, Predicate<StreamEvent> wanted) {
            this.queue = new ArrayBlockingQueue<>(capacity);
            this.wanted = wanted;
        }

        private void offer(Numbered next) {
            if (wanted.test(next.event)) {
                long before = bytes.getAndAdd(next.weight);
                boolean fits = before == 0 || before + next.weight <= MOST_BYTES;
                if (!fits || !queue.offer(next)) {
                    bytes.addAndGet(-next.weight);
                    missed.incrementAndGet();
                    dropped.incrementAndGet();
                }
            }
        }

        /** Returns the next event, or null on timeout. */
        public Numbered next(long timeoutNanos) throws InterruptedException {
            Numbered next = queue.poll(timeoutNanos, TimeUnit.NANOSECONDS);
            if (next != null) {
                bytes.addAndGet(-next.weight);
            }
            return next;
        }

        public long takeDropped() {
            return missed.getAndSet(0);
        }

        @Override
        public void close() {
            subscriptions.remove(this);
        }
    }
}
