package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The queue blocks producers of messages when it is full, and no one else. */
class SessionEventQueueTest {
    private final AtomicLong now = new AtomicLong();
    private final SessionEventQueue queue = new SessionEventQueue(3, 1_000, new Ticker() {
        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(long nanos) {
            throw new AssertionError("nobody sleeps here");
        }
    });
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        queue.close();
        for (Thread each : threads) {
            each.join();
        }
    }

    private static SessionEvent.Arrived message(int id, int bytes) {
        return new SessionEvent.Arrived("t", new byte[bytes - 1], id, 1);
    }

    private Thread putElsewhere(SessionEvent.Arrived message) {
        Thread thread = new Thread(() -> queue.put(message));
        threads.add(thread);
        thread.start();
        return thread;
    }

    private Thread putThatWaits(SessionEvent.Arrived message) {
        Thread thread = putElsewhere(message);
        Await.until("it waits", () -> thread.getState() == Thread.State.WAITING);
        return thread;
    }

    private int nextId() throws InterruptedException {
        return ((SessionEvent.Arrived) queue.poll(20, TimeUnit.SECONDS)).id();
    }

    @Test
    void aMessageBeyondTheCapacityBlocksUntilOneIsPolled() throws InterruptedException {
        for (int id = 1; id <= 3; id++) {
            queue.put(message(id, 1));
        }
        putThatWaits(message(4, 1));
        assertThat(nextId()).isEqualTo(1);
        threads.get(0).join();
        List<SessionEvent> rest = new ArrayList<>();
        queue.drainTo(rest);
        assertThat(rest.stream().map(each -> ((SessionEvent.Arrived) each).id()))
                .containsExactly(2, 3, 4);
    }

    @Test
    void bytesCountAndAMessageAboveTheCapacityIsQueuedAlone() throws InterruptedException {
        queue.put(message(1, 5_000));
        Thread second = putThatWaits(message(2, 600));
        assertThat(nextId()).isEqualTo(1);
        second.join();
        putThatWaits(message(3, 401));
        assertThat(nextId()).isEqualTo(2);
        assertThat(nextId()).isEqualTo(3);
    }

    @Test
    void otherEventsNeverBlockAndKeepTheirOrder() throws InterruptedException {
        queue.put(message(1, 1_000));
        SessionEvent.Acknowledged acknowledged = new SessionEvent.Acknowledged(null, 0);
        SessionEvent.Disconnected ended = new SessionEvent.Disconnected(null);
        queue.add(acknowledged);
        queue.add(ended);
        assertThat(nextId()).isEqualTo(1);
        assertThat(queue.poll(1, TimeUnit.SECONDS)).isSameAs(acknowledged);
        assertThat(queue.poll(1, TimeUnit.SECONDS)).isSameAs(ended);
        assertThat(queue.poll(0, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void wakesAreMerged() throws InterruptedException {
        for (int i = 0; i < 10_000; i++) {
            queue.add(new SessionEvent.Woken());
        }
        List<SessionEvent> all = new ArrayList<>();
        queue.drainTo(all);
        assertThat(all).hasSize(1);
        queue.add(new SessionEvent.Woken());
        assertThat(queue.poll(1, TimeUnit.SECONDS)).isInstanceOf(SessionEvent.Woken.class);
    }

    @Test
    void closingUnblocksProducersAndDropsTheirMessages() throws InterruptedException {
        queue.put(message(1, 1_000));
        Thread waiting = putThatWaits(message(2, 1));
        queue.close();
        waiting.join();
        queue.put(message(3, 1));
        assertThat(nextId()).isEqualTo(1);
        assertThat(queue.poll(0, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void anInterruptUnblocksAProducer() throws InterruptedException {
        queue.put(message(1, 1_000));
        Thread waiting = putThatWaits(message(2, 1));
        waiting.interrupt();
        waiting.join();
        assertThat(nextId()).isEqualTo(1);
        assertThat(queue.poll(0, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void blockedTimeDoesNotCountAsSilenceOfTheBroker() throws InterruptedException {
        now.set(100);
        assertThat(queue.readingSince(70)).isEqualTo(70);
        queue.put(message(1, 1_000));
        Thread waiting = putThatWaits(message(2, 1));
        now.set(500);
        assertThat(queue.readingSince(70)).isEqualTo(500);
        assertThat(nextId()).isEqualTo(1);
        waiting.join();
        now.set(900);
        assertThat(queue.readingSince(70)).isEqualTo(500);
        assertThat(queue.readingSince(800)).isEqualTo(800);
    }

    @Test
    void topicsCountTowardsTheCapacity() throws InterruptedException {
        queue.put(new SessionEvent.Arrived("t".repeat(990), new byte[5], 1, 1));
        putThatWaits(message(2, 6));
        assertThat(nextId()).isEqualTo(1);
        assertThat(nextId()).isEqualTo(2);
    }
}
