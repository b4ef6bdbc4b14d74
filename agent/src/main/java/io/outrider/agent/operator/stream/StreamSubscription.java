package io.outrider.agent.operator.stream;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One listener's queue. One thread takes from it. */
public final class StreamSubscription implements AutoCloseable {
    /** @param id counts all events of the process, so a gap may also be events this listener does not want */
    public record Numbered(long id, StreamEvent event) {}

    /** What waits may take about so many bytes; a single event may take more. */
    static final long MOST_BYTES = 1 << 20;

    /** An event that waits, and what it weighs. */
    private record Waiting(Numbered numbered, long weight) {}

    private final BlockingQueue<Waiting> waiting;
    private final AtomicLong bytes = new AtomicLong();
    private final Predicate<StreamEvent> wanted;
    private final Consumer<StreamSubscription> forget;
    private final AtomicLong dropped = new AtomicLong();

    StreamSubscription(int capacity, Predicate<StreamEvent> wanted, Consumer<StreamSubscription> forget) {
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.wanted = wanted;
        this.forget = forget;
    }

    /** False if it was wanted, and there was no room. */
    boolean offer(long id, StreamEvent event, long weight) {
        if (wanted.test(event) && !add(new Waiting(new Numbered(id, event), weight))) {
            dropped.incrementAndGet();
            return false;
        }
        return true;
    }

    private boolean add(Waiting next) {
        long before = bytes.getAndAdd(next.weight);
        if ((before == 0 || before + next.weight <= MOST_BYTES) && waiting.offer(next)) {
            return true;
        }
        bytes.addAndGet(-next.weight);
        return false;
    }

    /** The next event in their order, or null if none came in this time. */
    public Numbered next(long timeoutNanos) throws InterruptedException {
        Waiting next = waiting.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        if (next == null) {
            return null;
        }
        bytes.addAndGet(-next.weight);
        return next.numbered;
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
