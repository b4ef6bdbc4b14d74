package io.outrider.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.Await;
import io.outrider.agent.testing.Mosquitto;
import io.outrider.api.Ticker;
import io.outrider.api.testing.Announces;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTest {
    @TempDir
    Path folder;

    /** Runs out of memory, as far as the link can see, the first time it is connected. */
    private static final class Failing implements Listener {
        final AtomicInteger connects = new AtomicInteger();

        @Override
        public void connected() {
            if (connects.incrementAndGet() == 1) {
                throw new OutOfMemoryError("thrown by a test");
            }
        }

        @Override
        public void arrived(List<Arrival> batch) {
            throw new AssertionError("nothing was sent");
        }

        @Override
        public void disconnected() {
            // nothing to do
        }
    }

    @Test
    @Announces("a fault in this program")
    void anErrorOnTheThreadOfTheLinkIsAFailureAndTheUnitConnectsAgain() {
        Failing listener = new Failing();
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttLink link = new MqttLink(
                        Unit.plain(broker.port()),
                        "u1",
                        "1.2.3",
                        List.of(new TopicSubscription("command", false)),
                        listener,
                        Clock.systemUTC(),
                        Ticker.system(),
                        new Random(20261121),
                        Unit.FAST,
                        Unit.unwatched(Unit.plain(broker.port())))) {
            link.start();
            Await.until("the link is back", () -> listener.connects.get() > 1 && link.connected());
            assertThat(link.health().facts()).containsEntry("state", "connected");
        }
    }
}
