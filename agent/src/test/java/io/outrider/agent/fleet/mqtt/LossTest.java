package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Misbehaving networks and brokers: the link ends with one connection and no leaked thread. */
@Tag("slow")
class LossTest {
    @TempDir
    Path folder;

    private static long pahoThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each ->
                        each.getName().startsWith("MQTT ") || each.getName().startsWith("link-paho"))
                .count();
    }

    @Test
    @Announces("closed the connection|ended")
    void aBrokerThatClosesEveryConnectionAtOnceCostsNoThread() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port())) {
            network.mode(LossProxy.LossMode.CLOSE);
            LinkTimeouts hasty = new LinkTimeouts(
                    Duration.ofMillis(10),
                    Duration.ofMillis(40),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(2),
                    Duration.ofMillis(500));
            try (LinkUnit unit = new LinkUnit(LinkUnit.plain(network.port()), "u1", true, hasty)) {
                Await.until("twenty attempts", Duration.ofSeconds(30), () -> network.accepted() >= 20);
                assertThat(pahoThreads()).isLessThan(12);
                network.mode(LossProxy.LossMode.PASS);
                unit.awaitConnected();
                Await.until("the threads of one connection", () -> pahoThreads() <= 6);
            }
        }
        Await.until("no thread of Paho's", () -> pahoThreads() == 0);
    }

    @Test
    @Announces("did not let the unit in within 3 s")
    void aBrokerWithoutConnackTimesOut() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port())) {
            network.mode(LossProxy.LossMode.STALL_ANSWERS);
            try (LinkUnit unit = new LinkUnit(network.port())) {
                unit.awaitError("did not let the unit in");
                network.mode(LossProxy.LossMode.PASS);
                unit.awaitConnected();
                assertThat(network.mostOpen()).isEqualTo(1);
            }
        }
    }

    @Test
    @Announces("did not answer the subscription within 2 s: the connection is given up")
    void aBrokerWithoutSubackTimesOut() {
        MockBroker broker = new MockBroker() {
            @Override
            byte[] answer(int type, byte[] body) {
                return type == SUBSCRIBE && accepted.get() == 1
                        ? publish(0x32, new byte[] {0}, "{}".getBytes(StandardCharsets.UTF_8))
                        : super.answer(type, body);
            }
        };
        try (broker;
                LinkUnit unit = new LinkUnit(broker.port())) {
            Await.until("what was kept", () -> unit.texts().equals(List.of("{}")));
            Await.until("given up", () -> unit.disconnects.get() == 1);
            unit.awaitConnected();
            assertThat(broker.accepted).hasValue(2);
        }
    }

    @Test
    @Announces("did not answer a ping within 500 ms")
    void aSilentlyDeadConnectionIsDetectedByTheNextPing() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(LinkUnit.keepalive(network.port(), 1)).awaitConnected()) {
            network.mode(LossProxy.LossMode.STALL);
            Await.until("noticed", () -> unit.disconnects.get() == 1); // TCP alone takes a quarter of an hour
            network.mode(LossProxy.LossMode.PASS);
            unit.awaitConnected();
        }
    }

    @Test
    @Announces("does not speak MQTT 5: check \\[link] url|closed the connection")
    void aServerThatIsNoBrokerDoesNoHarm() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port())) {
            network.mode(LossProxy.LossMode.GARBAGE);
            try (LinkUnit unit = new LinkUnit(network.port())) {
                Await.until("some attempts", () -> network.accepted() >= 3);
                network.mode(LossProxy.LossMode.PASS);
                unit.awaitConnected();
            }
        }
    }

    @Test
    @Announces("shuts down|closed the connection|ended")
    void aRestartedBrokerWithTheSessionDeliversItsBacklog() {
        try (Mosquitto broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().persistent());
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit =
                        new LinkUnit(LinkUnit.plain(broker.port()), "u1", false, LinkUnit.FAST).awaitConnected()) {
            fleet.publish("outrider/v1/u1/command", "kept");
            Await.until("arrived, not acknowledged", () -> unit.texts().size() == 1);
            broker.stop();
            broker.start();
            Await.until("again", () -> unit.texts().equals(List.of("kept", "kept")));
        }
    }

    @Test
    @Announces("closed the connection|ended")
    void subscriptionsAreRenewedAfterTheBrokerLostTheSession() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            broker.kill();
            broker.start();
            Await.until("connected again", () -> unit.connects.get() == 2);
            fleet.publish("outrider/v1/u1/command", "new");
            Await.until("arrives", () -> unit.texts().equals(List.of("new")));
        }
    }

    @Test
    @Announces("closed the connection|ended|did not")
    void underNetworkChaosThereIsNeverMoreThanOneConnection() {
        long seed = 7;
        Random random = new Random(seed);
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(LinkUnit.keepalive(network.port(), 1))) {
            LossProxy.LossMode[] modes = LossProxy.LossMode.values();
            for (int i = 0; i < 25; i++) {
                network.mode(modes[random.nextInt(modes.length)]);
                if (random.nextBoolean()) {
                    network.cut();
                }
                unit.link.publish(new OutboundMessage("job", new byte[100], false), new LinkUnit.RecordingCallback());
                LockSupport.parkNanos(Duration.ofMillis(random.nextInt(300)).toNanos());
            }
            network.mode(LossProxy.LossMode.PASS);
            unit.awaitConnected();
            Await.until("a message gets through", () -> {
                // the first may fail with a connection that the broker gave up in the chaos
                LinkUnit.RecordingCallback callback = unit.publish("job", "{}");
                Await.until("the message is settled", callback::isSettled);
                return callback.isAcknowledged();
            });
            assertThat(network.mostOpen()).as("seed %d", seed).isEqualTo(1);
            Await.until("the threads of one connection", () -> pahoThreads() <= 6);
        }
    }

    @Test
    void anIdleDayCostsAtMostAHundredKilobytes() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(LinkUnit.keepalive(network.port(), 1)).awaitConnected()) {
            Await.until("the first ping", () -> network.pieces() > 6);
            long bytes = network.bytesUp() + network.bytesDown();
            int pieces = network.pieces();
            long start = System.nanoTime();
            Await.until("two more", () -> network.pieces() >= pieces + 4);
            double intervals = (System.nanoTime() - start) / 1e9;
            // a piece is a segment: 52 bytes of IP and TCP, 22 of a TLS record; each ping has one bare acknowledgement
            double pings = (network.pieces() - pieces) / 2.0;
            double ping = (network.bytesUp() + network.bytesDown() - bytes) / pings + 2 * (52 + 22) + 52;
            assertThat(pings).as("pings in %.1f s", intervals).isLessThanOrEqualTo(intervals + 1);
            double day = ping * 86_400 / 240;
            assertThat(day).isBetween(60_000.0, 100_000.0);
            assertThat(unit.connects).hasValue(1);
        }
    }
}
