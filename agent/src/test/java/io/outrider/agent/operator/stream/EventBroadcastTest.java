package io.outrider.agent.operator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventBroadcastTest {
    private final EventBroadcast broadcast = new EventBroadcast();

    private static StreamEvent event(String type) {
        return new StreamEvent(StreamEvent.RECORD, type, Map.of());
    }

    @Test
    void subscribersGetMatchingEventsInOrder() throws Exception {
        try (EventBroadcast.StreamSubscription all = broadcast.subscribe(10, event -> true);
                EventBroadcast.StreamSubscription some =
                        broadcast.subscribe(10, event -> event.type().equals("b"))) {
            broadcast.publish(event("a"));
            broadcast.publish(event("b"));
            assertThat(all.next(0).event().type()).isEqualTo("a");
            assertThat(all.next(0).id()).isEqualTo(2);
            assertThat(some.next(0))
                    .isEqualTo(new EventBroadcast.Numbered(
                            2, event("b"), event("b").weight()));
            assertThat(some.next(1)).isNull();
            assertThat(broadcast.dropped()).isZero();
        }
    }

    @Test
    void aSlowSubscriberMissesTheNewestEventsAndGetsTheirNumber() throws Exception {
        try (EventBroadcast.StreamSubscription slow = broadcast.subscribe(2, event -> true)) {
            for (String type : List.of("a", "b", "c", "d")) {
                broadcast.publish(event(type));
            }
            assertThat(slow.takeDropped()).isEqualTo(2);
            assertThat(slow.takeDropped()).isZero();
            assertThat(slow.next(0).id()).isEqualTo(1);
            assertThat(slow.next(0).id()).isEqualTo(2);
            assertThat(slow.next(0)).isNull();
            assertThat(broadcast.dropped()).isEqualTo(2);
        }
    }

    @Test
    void aClosedSubscriptionGetsNoEvents() {
        assertThat(broadcast.hasSubscribers()).isFalse();
        EventBroadcast.StreamSubscription subscription = broadcast.subscribe(1, event -> true);
        assertThat(broadcast.hasSubscribers()).isTrue();
        subscription.close();
        assertThat(broadcast.listeners()).isZero();
        broadcast.publish(event("a"));
        assertThat(subscription.takeDropped()).isZero();
    }

    @Test
    void everyLostEventIsCounted() throws Exception {
        int each = 5_000;
        try (EventBroadcast.StreamSubscription subscription = broadcast.subscribe(64, event -> true)) {
            List<Thread> publishers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                publishers.add(new Thread(() -> {
                    for (int j = 0; j < each; j++) {
                        broadcast.publish(event("x"));
                    }
                }));
            }
            publishers.forEach(Thread::start);
            long seen = 0;
            long dropped = 0;
            while (seen + dropped < 3 * each) {
                EventBroadcast.Numbered next = subscription.next(TimeUnit.SECONDS.toNanos(10));
                seen += next == null ? 0 : 1;
                dropped += subscription.takeDropped();
                assertThat(next == null && dropped == 0).isFalse();
            }
            for (Thread publisher : publishers) {
                publisher.join();
            }
            assertThat(seen + dropped).isEqualTo(3 * each);
        }
    }

    @Test
    void queuedEventsAreLimitedInBytes() throws InterruptedException {
        EventBroadcast broadcast = new EventBroadcast();
        StreamEvent large = new StreamEvent(StreamEvent.RECORD, "t", java.util.Map.of("value", "x".repeat(400_000)));
        try (EventBroadcast.StreamSubscription subscription = broadcast.subscribe(1_000, event -> true)) {
            for (int i = 0; i < 10; i++) {
                broadcast.publish(large);
            }
            assertThat(broadcast.dropped()).isEqualTo(8);
            assertThat(subscription.next(0).id()).isEqualTo(1);
            broadcast.publish(large);
            assertThat(broadcast.dropped()).isEqualTo(8);
            assertThat(subscription.next(0).id()).isEqualTo(2);
            assertThat(subscription.next(0).id()).isEqualTo(11);
            broadcast.publish(
                    new StreamEvent(StreamEvent.RECORD, "t", java.util.Map.of("value", "x".repeat(2_000_000))));
            assertThat(subscription.next(0).id()).as("alone it may be larger").isEqualTo(12);
        }
    }
}
