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

/** Receiver behind a broker with persistent sessions; its subscriber records each batch before it acknowledges it. */
final class BrokerReceiver implements RecordReceiver {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
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
        broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().persistent());
        network = new LossProxy(broker.port());
        subscription = new PahoSubscription(broker.openPort(), "judge-" + unit, topic(), this::arrived);
        Await.until("the judge is subscribed", TIMEOUT, subscription::standing);
    }

    private String topic() {
        return "outrider/v1/" + unit + "/telemetry";
    }

    @Override
    public String settings() {
        return settings("127.0.0.1:" + network.port());
    }

    /** The same for another address of the broker. */
    String settings(String address) {
        return "[link]\nurl = \"mqtt://" + address + "\"\n[upload]\nvia = \"mqtt\"\nage = 1\n";
    }

    /** Port of the broker itself, past the faulty network. */
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

    /** Restarts the broker by SIGTERM, which keeps all acknowledged messages. */
    void restart() {
        broker.stop();
        broker.start();
        Await.until("the judge is subscribed again", TIMEOUT, subscription::standing);
    }

    /** Kills the broker after all acknowledged messages have arrived here; reconnects the unit after the subscription. */
    void kill() {
        network.mode(LossProxy.LossMode.STALL);
        awaitAllThatIsAcknowledged();
        broker.kill();
        broker.start();
        Await.until("the judge is subscribed again", TIMEOUT, subscription::standing);
        network.cut();
        network.mode(LossProxy.LossMode.PASS);
    }

    /** Waits for a marker message, as the broker delivers the messages of a topic in order. */
    private void awaitAllThatIsAcknowledged() {
        String marker = new String(MARKER, StandardCharsets.UTF_8) + markersSent.incrementAndGet();
        try (PahoClient publisher = new PahoClient(broker.openPort(), "marker-" + unit)) {
            publisher.publish(topic(), marker.getBytes(StandardCharsets.UTF_8), () -> {});
            Await.until("the judge has all that the broker has", TIMEOUT, () -> markers.contains(marker));
        }
    }

    @Override
    public void close() {
        network.close();
        subscription.close();
        broker.close();
    }
}
