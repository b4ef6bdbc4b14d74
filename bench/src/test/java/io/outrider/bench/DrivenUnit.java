package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.TimeoutFactor;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Installed daemon with its standard loggers and a broker, not started; and a node of its own on the vehicle's bus. */
final class DrivenUnit implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String UNIT = "drives";

    /**
     * The silence of {@code silence_ms} and one interval of the fastest logger, and four seconds for an emulated machine, which grow with
     * its slowness; with the silence that is awaited, less than 20 s.
     */
    private static final long SILENCE_AND_INTERVAL = TimeUnit.MILLISECONDS.toNanos(750 + 1_000)
            + TimeUnit.SECONDS.toNanos(Math.min(10, TimeoutFactor.scaledSeconds(4)));

    private final BatchCodec codec = new BatchCodec();
    private final Mosquitto broker;
    private final MqttPair fleet;
    private final MqttPair.Subscription telemetry;
    private final MqttPair.Subscription presence;
    private final List<JsonNode> rows = new ArrayList<>();
    private int read; // messages whose rows these are
    private final CanBus bus;
    final DaemonProcess daemon;

    /** @param bus of the vehicle; not closed */
    DrivenUnit(Path folder, CanBus bus, BuilderChange vehicle) throws Exception {
        this.bus = bus;
        broker = Mosquitto.open(folder);
        fleet = new MqttPair(broker);
        telemetry = fleet.subscribe("outrider/v1/" + UNIT + "/telemetry");
        presence = fleet.subscribe("outrider/v1/" + UNIT + "/presence");
        daemon = vehicle.change(new UnitBuilder(folder.resolve("unit"), UNIT)
                        .broker(broker)
                        .local(Mosquitto.freePort(), "")
                        .settings("""
                                [clock]
                                trust = "always"
                                [upload]
                                age = 1
                                [obd]
                                can = "vcan0"
                                response_timeout_ms = 2000
                                """))
                .build();
    }

    /** Change of a unit, such as that of its bus. */
    interface BuilderChange {
        UnitBuilder change(UnitBuilder builder) throws IOException, InterruptedException;
    }

    /** Rows received so far. A message is decoded once, as each look at all would take seconds of an emulated processor. */
    List<JsonNode> rows() {
        List<MqttPair.ReceivedMessage> all = telemetry.all();
        for (; read < all.size(); read++) {
            try {
                codec.decode(all.get(read).payload()).rows().forEach(each -> rows.add(JSON.valueToTree(each.row())));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return rows;
    }

    private Set<String> types() {
        Set<String> types = new TreeSet<>();
        rows().forEach(each -> types.add(each.path("@t").asText()));
        return types;
    }

    long events(String tag) {
        return rows().stream()
                .filter(each -> each.path("@tag").asText().equals(tag))
                .count();
    }

    void await(String what, Await.Expectation condition) {
        Await.until(what + ", see " + daemon.log(), PATIENCE, () -> {
            assertThat(daemon.alive()).isTrue();
            return condition.holds();
        });
    }

    void awaitOnline() {
        await(
                "it is online",
                () -> presence.all().stream().anyMatch(got -> got.text().contains("\"online\":true")));
    }

    void awaitEvent(String tag) {
        await(tag, () -> events(tag) > 0);
    }

    void awaitTypes(String... wanted) {
        List<String> all = List.of(wanted);
        await(all.toString(), () -> types().containsAll(all));
    }

    /**
     * Asserts that the bus of a car that has just fallen asleep is silent after the timeout and one interval.
     *
     * @param silence seconds: several intervals of the fastest loggers, but less than the 20 s after which a car without broadcast is
     *     queried again
     */
    void assertSilentAsleep(int silence) throws Exception {
        long asleep = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100); // the car reacts within 20 ms
        try (CanPort listener = bus.open(List.of())) {
            for (CanFrame frame = listener.receive(TimeUnit.SECONDS.toNanos(silence));
                    frame != null;
                    frame = listener.receive(TimeUnit.SECONDS.toNanos(silence))) {
                assertThat(System.nanoTime() - asleep)
                        .as("nanoseconds after which the unit is still on the bus of a sleeping car: %s", frame)
                        .isLessThan(SILENCE_AND_INTERVAL);
            }
        }
    }

    @Override
    public void close() throws Exception {
        daemon.stop();
        fleet.close();
        broker.close();
    }
}
