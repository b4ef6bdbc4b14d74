package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Status of a link over reconnects. */
class LinkStatusTest {
    private static final LinkTimeouts SLOW = new LinkTimeouts(
            Duration.ofSeconds(40),
            Duration.ofSeconds(40),
            Duration.ofSeconds(60),
            Duration.ofSeconds(2),
            Duration.ofMillis(500));

    @TempDir
    Path folder;

    private final AtomicLong ahead = new AtomicLong();

    /** System ticker plus an offset set by the test. */
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return Ticker.system().nanos() + ahead.get();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            Ticker.system().sleep(nanos);
        }
    };

    private static Map<String, Object> facts(LinkUnit unit) {
        return unit.link.health().facts();
    }

    @Test
    @Announces("closed the connection|ended|nothing accepts")
    void healthHasOfflineTimeAndNextAttempt() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(LinkUnit.plain(broker.port()), "u1", true, SLOW, ticker, new Random(7))) {
            unit.awaitConnected();
            Await.until("nothing is under way", unit.publish("job", "{}")::isAcknowledged);
            ahead.set(Duration.ofMinutes(10).toNanos());
            assertThat(facts(unit)).doesNotContainKeys("offline_seconds", "retry_in_seconds");
            assertThat((long) facts(unit).get("connected_seconds")).isBetween(600L, 700L);
            broker.kill();
            AtomicReference<Object> retry = new AtomicReference<>();
            Await.until("it waits", () -> {
                retry.set(facts(unit).get("retry_in_seconds"));
                return retry.get() != null;
            });
            assertThat((long) retry.get()).isBetween(0L, 40L);
            ahead.addAndGet(Duration.ofMinutes(30).toNanos());
            assertThat(facts(unit))
                    .doesNotContainKey("connected_seconds")
                    .containsEntry("state", "waiting")
                    .containsEntry("retry_in_seconds", 0L);
            assertThat((long) facts(unit).get("offline_seconds")).isBetween(1_800L, 1_900L);
        }
    }

    @Test
    @Announces("nothing accepts")
    void attemptsDoNotResetTheOfflineTime() {
        try (LinkUnit unit = new LinkUnit(LinkUnit.plain(1), "u1", true, LinkUnit.FAST, ticker, new Random(7))) {
            Await.until("it tries", () -> (long) facts(unit).get("attempts") >= 2);
            ahead.set(Duration.ofMinutes(10).toNanos());
            long attempts = (long) facts(unit).get("attempts");
            Await.until("it tries again", () -> (long) facts(unit).get("attempts") > attempts + 1);
            assertThat((long) facts(unit).get("offline_seconds")).isBetween(600L, 700L);
        }
    }

    @Test
    void timesHaveMicrosecondsAtMost() {
        try (LinkUnit unit = new LinkUnit(LinkUnit.plain(1), "u1", true, SLOW, ticker, new Random(7))) {
            assertThat((String) facts(unit).get("since")).matches(".*T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{3}(\\d{3})?)?)?Z");
        }
    }
}
