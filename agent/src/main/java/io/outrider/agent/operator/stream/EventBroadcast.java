package io.outrider.agent.operator.stream;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Broadcast of events to all subscribers; never blocks on them. Thread-safe. */
public final class EventBroadcast {
    private final List<StreamSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /** True if there are subscribers, so that events need not be created without any. */
    public boolean hasSubscribers() {
        return !subscriptions.isEmpty();
    }

    /** Does not block. */
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
     * Subscribes until the subscription is closed.
     *
     * @param capacity queued events for a slow subscriber, together about 1 MiB at most; further ones are dropped and
     *     counted
     * @param wanted filter, called on the publishers' threads
     */
    public StreamSubscription subscribe(int capacity, Predicate<StreamEvent> wanted) {
        StreamSubscription subscription = new StreamSubscription(capacity, wanted, subscriptions::remove);
        subscriptions.add(subscription);
        return subscription;
    }

    /** Events dropped for all subscribers since the start. */
    public long dropped() {
        return dropped.get();
    }

    /** Number of subscribers. */
    public int listeners() {
        return subscriptions.size();
    }
}
