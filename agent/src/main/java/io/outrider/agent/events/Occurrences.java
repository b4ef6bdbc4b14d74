package io.outrider.agent.events;

import io.outrider.agent.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells everybody who wants to know what happens. Any thread; nothing is kept. */
public final class Occurrences {
    private static final Logger LOG = LoggerFactory.getLogger(Occurrences.class);

    private final Timeline time;
    private final List<Consumer<Occurrence>> listeners = new CopyOnWriteArrayList<>();

    public Occurrences(Timeline time) {
        this.time = time;
    }

    /** It happens now. */
    public void say(String tag, Map<String, Object> data) {
        tell(new Occurrence(tag, data, time.now()));
    }

    /** Returns when all listeners have been told. */
    public void tell(Occurrence occurrence) {
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
     * @param listener told on the thread of whoever says it; must be quick
     */
    public void listen(Consumer<Occurrence> listener) {
        listeners.add(listener);
    }

    public void ignore(Consumer<Occurrence> listener) {
        listeners.remove(listener);
    }
}
