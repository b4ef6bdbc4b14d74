package io.outrider.agent.events;

import io.outrider.agent.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells everybody who wants to know what happens: one thing at a time, in the order in which they were said. Any thread;
 * nothing is kept.
 */
public final class Occurrences {
    private static final Logger LOG = LoggerFactory.getLogger(Occurrences.class);

    private final Timeline time;
    private final List<Consumer<Occurrence>> listeners = new CopyOnWriteArrayList<>();
    private final Queue<Occurrence> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean telling = new AtomicBoolean();

    public Occurrences(Timeline time) {
        this.time = time;
    }

    /** It happens now; as {@link #tell}. */
    public void say(String tag, Map<String, Object> data) {
        add(tag, data);
        tell();
    }

    /** It happens now, and is told by the next {@link #tell}: for who holds a lock that a listener may want. */
    public void add(String tag, Map<String, Object> data) {
        waiting.add(new Occurrence(tag, data, time.now()));
    }

    /** As it is given. Returns as {@link #tell()} does. */
    public void tell(Occurrence occurrence) {
        waiting.add(occurrence);
        tell();
    }

    /**
     * Returns when all listeners have been told of everything, unless another thread is telling them just now: that one
     * then goes on with the rest. A listener that says something itself is in the middle of it, and returns at once.
     */
    public void tell() {
        while (!waiting.isEmpty() && telling.compareAndSet(false, true)) {
            try {
                for (Occurrence next = waiting.poll(); next != null; next = waiting.poll()) {
                    tellAll(next);
                }
            } finally {
                telling.set(false);
            }
        }
    }

    private void tellAll(Occurrence occurrence) {
        for (Consumer<Occurrence> listener : listeners) {
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
    public void listen(Consumer<Occurrence> listener) {
        listeners.add(listener);
    }

    public void ignore(Consumer<Occurrence> listener) {
        listeners.remove(listener);
    }
}
