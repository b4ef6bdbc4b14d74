package io.outrider.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.Mosquitto;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    @TempDir
    Path folder;

    /** Without a window of ours Paho refuses some with 32202, how many depends on its threads; tried again, all pass. */
    @Test
    void moreThanTheBrokersWindowAllPasses() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder)) {
            LinkSettings settings = Unit.plain(broker.port());
            Ticker ticker = Ticker.system();
            BrokerSocket socket =
                    new BrokerSocket(Address.parse(settings.url()), null, Duration.ofSeconds(3), new Traffic(ticker));
            Session session = new Session("u1", socket, ticker);
            try {
                session.connect(settings, null, "will", new Message("will", new byte[0], false));
                Event.Accepted accepted = (Event.Accepted) session.inbox().poll(10, TimeUnit.SECONDS);
                assertThat(accepted.receiveMaximum()).isEqualTo(20);
                int acknowledged = 0;
                Deque<Delivery> waiting = new ArrayDeque<>();
                for (int i = 0; i < 500; i++) {
                    String topic = i < 20 ? "a" : "b" + i % 8;
                    waiting.add(new Delivery(new Message(topic, new byte[100], false), new Unit.Verdict()));
                }
                while (acknowledged < 500) {
                    while (!waiting.isEmpty()) {
                        Delivery next = waiting.poll();
                        if (!session.publish(next.message().topic(), next)) {
                            waiting.addLast(next);
                            break;
                        }
                    }
                    Event event = session.inbox().poll(10, TimeUnit.SECONDS);
                    assertThat(event).as("after %d", acknowledged).isInstanceOf(Event.Acknowledged.class);
                    acknowledged++;
                }
            } finally {
                session.end();
                assertThat(session.gone(Duration.ofSeconds(5))).isTrue();
            }
        }
    }
}
