package io.outrider.agent.stream;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One listener's queue. One thread takes from it. */
public final class Subscription implements AutoCloseable {
    /** @param id counts all events of the process, so a gap may also be events this listener does not want */
    public record Numbered(long id, Event event) {}

    private final BlockingQueue<Numbered> waiting;
    private final Predicate<Event> wanted;
    private final Consumer<Subscription> forget;
    private final AtomicLong dropped = new AtomicLong();

    Subscription(int capacity, Predicate<Event> wanted, Consumer<Subscription> forget) {
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.wanted = wanted;
        this.forget = forget;
    }

    /** False if it was wanted, and there was no room. */
    boolean offer(long id, Event event) {
        if (wanted.test(event) && !waiting.offer(new Numbered(id, event))) {
            dropped.incrementAndGet();
            return false;
        }
        return true;
    }

    /** The next event in their order, or null if none came in this time. */
    public Numbered next(long timeoutNanos) throws InterruptedException {
        return waiting.poll(timeoutNanos, TimeUnit.NANOSECONDS);
    }

    /** How many events were missed since this was last asked. */
    public long takeDropped() {
        return dropped.getAndSet(0);
    }

    @Override
    public void close() {
        forget.accept(this);
    }
}
