package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.can.SocketCanBus;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Telemetry of the installed daemon with its standard loggers in a car that drives, stops and falls asleep. */
@Tag("vcan")
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SAME_THREAD)
class TelemetryOnKernelBusTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final String UNIT = "drives";

    /** The silence of {@code silence_ms}, one interval of the fastest logger, and four seconds for an emulated machine. */
    private static final long SILENCE_AND_INTERVAL = TimeUnit.MILLISECONDS.toNanos(750 + 1_000 + 4_000);

    private final AtomicReference<DriveState> now = new AtomicReference<>(KernelBus.TOWN);
    private final BatchCodec codec = new BatchCodec();

    @TempDir
    private Path folder;

    private CanBus bus;
    private CanBus listenerBus;
    private SimulatedCar car;
    private Mosquitto broker;
    private MqttPair fleet;
    private MqttPair.Subscription telemetry;
    private MqttPair.Subscription presence;
    private DaemonProcess daemon;

    @BeforeEach
    void start() throws Exception {
        bus = new SocketCanBus(KernelBus.NAME, Ticker.system());
        listenerBus = new SocketCanBus(KernelBus.NAME, Ticker.system());
        broker = Mosquitto.open(folder);
        fleet = new MqttPair(broker);
        telemetry = fleet.subscribe("outrider/v1/" + UNIT + "/telemetry");
        presence = fleet.subscribe("outrider/v1/" + UNIT + "/presence");
        daemon = new UnitBuilder(folder.resolve("unit"), UNIT)
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
                        """)
                .build();
    }

    @AfterEach
    void stop() throws Exception {
        daemon.stop();
        fleet.close();
        broker.close();
        car.close();
        bus.close();
        listenerBus.close();
    }

    private void drive(CarSettings settings) throws Exception {
        car = new SimulatedCar(bus, seconds -> now.get(), Ticker.system(), settings);
        daemon.start();
    }

    private List<JsonNode> rows() {
        List<JsonNode> rows = new ArrayList<>();
        for (MqttPair.ReceivedMessage got : telemetry.all()) {
            try {
                codec.decode(got.payload()).rows().forEach(each -> rows.add(JSON.valueToTree(each.row())));
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

    private void awaitEvent(String tag) {
        Await.until(tag + ", see " + daemon.log(), PATIENCE, () -> {
            assertThat(daemon.alive()).isTrue();
            return rows().stream().anyMatch(each -> each.path("@tag").asText().equals(tag));
        });
    }

    private void awaitTypes(String... wanted) {
        List<String> all = List.of(wanted);
        Await.until(all + ", see " + daemon.log(), PATIENCE, () -> types().containsAll(all));
    }

    /**
     * Lets the car fall asleep and asserts that the bus is silent after the timeout and one interval. Listens for several
     * intervals of the fastest loggers, but less than the 20 s after which a car without broadcast is queried again.
     */
    private void assertSilentAsleep(int listenSeconds) throws Exception {
        now.set(KernelBus.in(Phase.ASLEEP));
        long asleep = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100); // the car reacts within 20 ms
        List<String> late = new ArrayList<>();
        int before = 0;
        try (CanPort listener = listenerBus.open(List.of())) {
            long end = asleep + SILENCE_AND_INTERVAL + TimeUnit.SECONDS.toNanos(listenSeconds);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                CanFrame frame = listener.receive(left);
                long after = System.nanoTime() - asleep;
                if (frame != null && after > SILENCE_AND_INTERVAL) {
                    late.add(after / 1_000_000 + " ms: " + frame);
                } else if (frame != null) {
                    before++;
                }
            }
        }
        assertThat(late)
                .as("frames of the unit on the bus of a sleeping car; there were %d before", before)
                .isEmpty();
    }

    @Test
    void aDriveArrivesAsRecordsAndEventsAndASleepingCarIsNotQueried() throws Exception {
        drive(CarSettings.DEFAULT.withBroadcast());
        awaitEvent("vehicle/engine/running");
        awaitEvent("vehicle/communication/established");
        awaitTypes(
                "obd.rpm", "obd.speed", "obd.bat", "obd.engine_load", "obd.coolant_temp", "obd.fuel_level", "obd.dtc");
        JsonNode rpm = rows().stream()
                .filter(each -> each.path("@t").asText().equals("obd.rpm"))
                .findFirst()
                .orElseThrow();
        assertThat(rpm.path("value").asDouble())
                .isCloseTo(KernelBus.TOWN.engine().rpm(), org.assertj.core.data.Offset.offset(0.5));
        now.set(KernelBus.in(Phase.ENGINE_OFF));
        awaitEvent("vehicle/engine/stopped");
        assertSilentAsleep(8);
        awaitEvent("vehicle/communication/disconnected");
        long before = enginesStarted();
        now.set(KernelBus.TOWN);
        Await.until("it is asked again when it wakes up", PATIENCE, () -> enginesStarted() == before + 1);
    }

    private long enginesStarted() {
        return rows().stream()
                .filter(each -> each.path("@tag").asText().equals("vehicle/engine/running"))
                .count();
    }

    @Test
    void aCarWithoutBroadcastIsQueriedAsLongAsItAnswers() throws Exception {
        drive(CarSettings.DEFAULT);
        awaitEvent("vehicle/engine/running");
        awaitTypes("obd.rpm", "obd.speed", "obd.bat", "obd.coolant_temp");
        now.set(KernelBus.in(Phase.ENGINE_OFF));
        awaitEvent("vehicle/engine/stopped");
        assertSilentAsleep(8);
    }

    /** One query is allowed after power-on; without an answer it is the last. */
    @Test
    void aCarThatSleepsAtTheUnitsStartGetsOneQueryAtMost() throws Exception {
        now.set(KernelBus.in(Phase.ASLEEP));
        try (CanPort listener = listenerBus.open(List.of())) {
            drive(CarSettings.DEFAULT.withBroadcast());
            Await.until(
                    "it is up, see " + daemon.log(),
                    PATIENCE,
                    () -> presence.all().stream().anyMatch(got -> got.text().contains("\"online\":true")));
            List<CanFrame> queries = new ArrayList<>();
            // a car that had been heard would be queried again after 20 s
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(25);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                CanFrame frame = listener.receive(left);
                if (frame != null) {
                    queries.add(frame);
                }
            }
            assertThat(queries).as("frames on the bus").hasSizeLessThanOrEqualTo(2); // 11 and 29 bit identifiers
        }
    }
}
