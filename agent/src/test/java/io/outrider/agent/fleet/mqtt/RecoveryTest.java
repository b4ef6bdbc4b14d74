package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reconnects after all kinds of disconnects. */
class RecoveryTest {
    @TempDir
    Path folder;

    @Test
    @Announces("internal error")
    void aDeadPahoThreadEndsTheConnectionAndTheUnitReconnects() {
        AtomicBoolean deadly = new AtomicBoolean();
        AtomicBoolean died = new AtomicBoolean();
        Ticker ticker = new Ticker() {
            @Override
            public long nanos() {
                // the packet filter reads the ticker on Paho's reader thread
                if (Thread.currentThread().getName().startsWith("MQTT Rec") && deadly.compareAndSet(true, false)) {
                    died.set(true);
                    throw new NoClassDefFoundError("as planned by the test");
                }
                return Ticker.system().nanos();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                Ticker.system().sleep(nanos);
            }
        };
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit =
                        new LinkUnit(LinkUnit.plain(broker.port()), "u1", true, LinkUnit.FAST, ticker, new Random(7))) {
            unit.awaitConnected();
            Await.until("acknowledged", unit.publish("job", "1")::isAcknowledged);
            deadly.set(true);
            fleet.publish("outrider/v1/u1/command", "deadly");
            Await.until("it died", died::get);
            Await.until("a new connection", () -> unit.connects.get() == 2 && unit.link.connected());
            Await.until("nothing is lost", () -> unit.texts().contains("deadly"));
            Await.until("acknowledged", unit.publish("job", "2")::isAcknowledged);
        }
    }

    /** Java's timed waits stop during a suspend, so without the event most of the hour would remain. */
    @Test
    @Announces("nothing accepts")
    void aSuspendEndsThePauseBetweenTwoAttempts() {
        try (Mosquitto broker = Mosquitto.open(folder)) {
            broker.stop();
            Duration hour = Duration.ofHours(1);
            LinkTimeouts patient = new LinkTimeouts(hour, hour, hour, hour, hour);
            try (LinkUnit unit = new LinkUnit(LinkUnit.plain(broker.port()), "u1", true, patient)) {
                Await.until("it has tried", () -> unit.metric("link_failures_total") >= 1);
                broker.start();
                unit.link.resumed(Duration.ofHours(12));
                unit.awaitConnected();
            }
        }
    }

    @Test
    @Announces("was suspended for 43200 s")
    void aSuspendEndsTheConnection() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            unit.link.resumed(Duration.ofHours(12));
            Await.until("a new connection", () -> unit.connects.get() == 2 && unit.link.connected());
        }
    }

    @Test
    @Announces("closed the connection|ended|nothing accepts")
    void aKilledBrokerWithPersistenceDeliversItsBacklog() {
        Mosquitto.BrokerConfig config = new Mosquitto.BrokerConfig()
                .persistent()
                .brokerLine("autosave_on_changes true")
                .brokerLine("autosave_interval 1");
        try (Mosquitto broker = Mosquitto.configured(folder, config);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit =
                        new LinkUnit(LinkUnit.plain(broker.port()), "u1", false, LinkUnit.FAST).awaitConnected()) {
            fleet.publish("outrider/v1/u1/command", "kept");
            Await.until("arrived, not acknowledged", () -> unit.texts().size() == 1);
            AtomicInteger changes = new AtomicInteger();
            Await.until("saved", () -> {
                fleet.retain("other", "change " + changes.incrementAndGet());
                return broker.hasSaved("kept");
            });
            broker.kill();
            broker.start();
            Await.until(
                    "again", () -> unit.texts().contains("kept") && unit.texts().size() >= 2);
        }
    }

    @Test
    @Announces("nothing accepts connections|closed the connection|ended")
    @Tag("slow")
    void aStableConnectionResetsThePauses() {
        List<Long> pauses = new CopyOnWriteArrayList<>();
        RandomGenerator longest = new RandomGenerator() {
            @Override
            public long nextLong() {
                return Long.MAX_VALUE;
            }

            @Override
            public long nextLong(long bound) {
                pauses.add(bound - 1);
                return bound - 1;
            }
        };
        LinkTimeouts timeouts = new LinkTimeouts(
                Duration.ofMillis(10),
                Duration.ofMinutes(5),
                Duration.ofMillis(200),
                Duration.ofSeconds(2),
                Duration.ofMillis(500));
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port())) {
            network.mode(LossProxy.LossMode.CLOSE);
            try (LinkUnit unit =
                    new LinkUnit(LinkUnit.plain(network.port()), "u1", true, timeouts, Ticker.system(), longest)) {
                Await.until("pauses of half a second", () -> network.accepted() >= 7);
                network.mode(LossProxy.LossMode.PASS);
                unit.awaitConnected();
                long start = System.nanoTime();
                Await.until("stable", () -> System.nanoTime() - start > 300_000_000L);
                int before = pauses.size();
                assertThat(pauses.get(before - 1)).isGreaterThan(300_000_000);
                network.cut();
                Await.until("back", () -> unit.connects.get() == 2);
                assertThat(pauses.get(before)).isEqualTo(10_000_000);
            }
            assertThat(network.mostOpen()).isEqualTo(1);
        }
    }
}
