package io.outrider.agent.operator.stream;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Passes each event to all who listen, and never waits for one of them. Any thread. */
public final class EventBroadcast {
    private final List<StreamSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /** Whether anybody listens, so that what is expensive to make need not be made for nobody. */
    public boolean isHeard() {
        return !subscriptions.isEmpty();
    }

    /** Returns at once, whatever the listeners do. */
    public void publish(StreamEvent event) {
        long id = published.incrementAndGet();
        if (subscriptions.isEmpty()) {
            return;
        }
        long weight = event.weight();
        for (StreamSubscription subscription : subscriptions) {
            if (!subscription.offer(id, event, weight)) {
                dropped.incrementAndGet();
            }
        }
    }

    /**
     * Listens from now on, until the subscription is closed.
     *
     * @param capacity events that wait for a listener who is behind, together about 1 MiB at most; further ones are
     *     dropped, and counted
     * @param wanted asked on the threads of those who publish
     */
    public StreamSubscription subscribe(int capacity, Predicate<StreamEvent> wanted) {
        StreamSubscription subscription = new StreamSubscription(capacity, wanted, subscriptions::remove);
        subscriptions.add(subscription);
        return subscription;
    }

    /** Events that listeners missed, since start. */
    public long dropped() {
        return dropped.get();
    }

    /** How many listen. */
    public int listeners() {
        return subscriptions.size();
    }
}
