package io.outrider.agent.runtime.events;

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
 * Tells everybody who wants to know what happens: one thing at a time, in the order in which they were said. Any thread;
 * nothing is kept.
 */
public final class EventBus {
    private static final Logger LOG = LoggerFactory.getLogger(EventBus.class);

    /** Bytes in memory of what waits to be told, beyond which nothing is taken from outside. */
    private static final long MOST_WAITING_BYTES = 4 << 20;

    private record Waiting(Event occurrence, long weight) {}

    private final TimeSource time;
    private final List<Consumer<Event>> listeners = new CopyOnWriteArrayList<>();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicBoolean telling = new AtomicBoolean();

    public EventBus(TimeSource time) {
        this.time = time;
    }

    /** It happens now; as {@link #tell}. */
    public void say(String tag, Map<String, Object> data) {
        add(tag, data);
        tell();
    }

    /** It happens now, and is told by the next {@link #tell}: for who holds a lock that a listener may want. */
    public void add(String tag, Map<String, Object> data) {
        enqueue(new Event(tag, data, time.now()));
    }

    /**
     * As {@link #say}, for what somebody outside tells, who may do so faster than the listeners hear it.
     *
     * @return false if too much waits to be told already, and then it is not told
     */
    public boolean offer(String tag, Map<String, Object> data) {
        if (waitingBytes.get() >= MOST_WAITING_BYTES) {
            return false;
        }
        say(tag, data);
        return true;
    }

    /** As it is given. Returns as {@link #tell()} does. */
    public void tell(Event occurrence) {
        enqueue(occurrence);
        tell();
    }

    private void enqueue(Event occurrence) {
        long weight = MemoryWeight.of(occurrence.data());
        waitingBytes.addAndGet(weight);
        waiting.add(new Waiting(occurrence, weight));
    }

    /**
     * Returns when all listeners have been told of everything, unless another thread is telling them just now: that one
     * then goes on with the rest. A listener that says something itself is in the middle of it, and returns at once.
     */
    public void tell() {
        while (!waiting.isEmpty() && telling.compareAndSet(false, true)) {
            try {
                for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
                    waitingBytes.addAndGet(-next.weight);
                    tellAll(next.occurrence);
                }
            } finally {
                telling.set(false);
            }
        }
    }

    private void tellAll(Event occurrence) {
        for (Consumer<Event> listener : listeners) {
            try {
                listener.accept(occurrence);
            } catch (RuntimeException e) { // one of them must not keep it from the others
                LOG.error("{} was not understood; please report it", occurrence.tag(), e);
            }
        }
    }

    /**
     * Listens until {@link #ignore}.
     *
     * @param listener told by a thread that says something; must be quick
     */
    public void listen(Consumer<Event> listener) {
        listeners.add(listener);
    }

    public void ignore(Consumer<Event> listener) {
        listeners.remove(listener);
    }
}
