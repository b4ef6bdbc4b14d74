package io.outrider.bench.soak;

import io.outrider.bench.paho.PahoClient;
import io.outrider.bench.paho.PahoSubscription;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A broker that keeps its sessions, a subscriber that notes before it acknowledges, and the network before them. */
final class BrokerReceiver implements RecordReceiver {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] MARKER = "the judge's ".getBytes(StandardCharsets.UTF_8);

    private final String unit;
    private final Ledger ledger;
    private final BatchReader reader;
    private final Mosquitto broker;
    private final LossProxy network;
    private final PahoSubscription subscription;
    private final Set<String> markers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger markersSent = new AtomicInteger();

    BrokerReceiver(String unit, Path folder, Ledger ledger, BatchReader reader) {
        this.unit = unit;
        this.ledger = ledger;
        this.reader = reader;
        broker = Mosquitto.locked(folder, new Mosquitto.Lock().persistent());
        network = new LossProxy(broker.port());
        subscription = new PahoSubscription(broker.openPort(), "judge-" + unit, topic(), this::arrived);
        Await.until("the judge is subscribed", PATIENCE, subscription::standing);
    }

    private String topic() {
        return "outrider/v1/" + unit + "/telemetry";
    }

    @Override
    public String settings() {
        return settings("127.0.0.1:" + network.port());
    }

    /** The same by another way. */
    String settings(String address) {
        return "[link]\nurl = \"mqtt://" + address + "\"\n[upload]\nvia = \"mqtt\"\nage = 1\n";
    }

    /** The port of the broker itself, for a unit that is not to be disturbed by its network. */
    int port() {
        return broker.port();
    }

    LossProxy network() {
        return network;
    }

    private void arrived(byte[] payload) {
        if (Arrays.equals(payload, 0, Math.min(MARKER.length, payload.length), MARKER, 0, MARKER.length)) {
            markers.add(new String(payload, StandardCharsets.UTF_8));
            return;
        }
        try {
            ledger.arrived(reader.read(payload));
        } catch (IOException | RuntimeException e) {
            ledger.unreadable(payload.length + " bytes: " + e);
        }
    }

    /** Restarts the broker as an update does: it keeps what it has acknowledged. */
    void restart() {
        broker.stop();
        broker.start();
        Await.until("the judge is subscribed again", PATIENCE, subscription::standing);
    }

    /** Kills the broker when all that it has acknowledged is here, and lets the unit back when it is complete again. */
    void kill() {
        network.mode(LossProxy.Mode.STALL);
        awaitAllThatIsAcknowledged();
        broker.kill();
        broker.start();
        Await.until("the judge is subscribed again", PATIENCE, subscription::standing);
        network.cut();
        network.mode(LossProxy.Mode.PASS);
    }

    /** The broker delivers to one subscriber of a topic in the order in which it has got the messages. */
    private void awaitAllThatIsAcknowledged() {
        String marker = new String(MARKER, StandardCharsets.UTF_8) + markersSent.incrementAndGet();
        try (PahoClient publisher = new PahoClient(broker.openPort(), "marker-" + unit)) {
            publisher.publish(topic(), marker.getBytes(StandardCharsets.UTF_8), () -> {});
            Await.until("the judge has all that the broker has", PATIENCE, () -> markers.contains(marker));
        }
    }

    @Override
    public void close() {
        network.close();
        subscription.close();
        broker.close();
    }
}
