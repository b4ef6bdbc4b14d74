package io.outrider.agent.runtime.events;

import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.functions.MemoryWeight;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Event bus: delivers events to all listeners one at a time, in the order of publication. Any thread; events are not
 * stored.
 */
public final class EventBus {
    private static final Logger LOG = LoggerFactory.getLogger(EventBus.class);

    /** Bytes of queued events beyond which {@link #offer} rejects further ones. */
    private static final long MOST_QUEUED_BYTES = 4 << 20;

    private record QueuedEvent(Event event, long weight) {}

    private final TimeSource time;
    private final List<Consumer<Event>> listeners = new CopyOnWriteArrayList<>();
    private final Queue<QueuedEvent> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicBoolean isFlushing = new AtomicBoolean();

    public EventBus(TimeSource time) {
        this.time = time;
    }

    /** Publishes an event of now and flushes the queue. */
    public void publish(String tag, Map<String, Object> data) {
        add(tag, data);
        flush();
    }

    /** Queues an event of now for the next {@link #flush}: for callers with a lock that a listener may need. */
    public void add(String tag, Map<String, Object> data) {
        enqueue(new Event(tag, data, time.now()));
    }

    /** Publishes an event from outside, unless the queue is full: they may come faster than listeners process them. */
    public boolean offer(String tag, Map<String, Object> data) {
        if (queuedBytes.get() >= MOST_QUEUED_BYTES) {
            return false;
        }
        publish(tag, data);
        return true;
    }

    /** Publishes an event as given and flushes the queue. */
    public void publish(Event event) {
        enqueue(event);
        flush();
    }

    private void enqueue(Event event) {
        long weight = MemoryWeight.of(event.data());
        queuedBytes.addAndGet(weight);
        queue.add(new QueuedEvent(event, weight));
    }

    /**
     * Delivers all queued events, unless another thread is doing so: that one delivers the rest. A call from a listener
     * returns at once.
     */
    public void flush() {
        while (!queue.isEmpty() && isFlushing.compareAndSet(false, true)) {
            try {
                for (QueuedEvent next = queue.poll(); next != null; next = queue.poll()) {
                    queuedBytes.addAndGet(-next.weight);
                    notifyListeners(next.event);
                }
            } finally {
                isFlushing.set(false);
            }
        }
    }

    private void notifyListeners(Event event) {
        for (Consumer<Event> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException
                    | StackOverflowError
                    | AssertionError
                    | LinkageError e) { // the other listeners still get it
                LOG.error("listener failed on event {}", event.tag(), e);
            }
        }
    }

    /** Adds a listener, which runs on publishing threads and must not block, until the registration is closed. */
    public Registration listen(Consumer<Event> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
