package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.can.SocketCanBus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Telemetry of the installed daemon with its standard loggers in a car that drives, stops and falls asleep. */
@Tag("vcan")
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SAME_THREAD)
class TelemetryOnKernelBusTest {
    private final AtomicReference<DriveState> now = new AtomicReference<>(KernelBus.in(Phase.ASLEEP));

    /** One start of the daemon, which takes half a minute in an emulated machine. */
    @Test
    void aDriveArrivesAsRecordsAndEventsAndASleepingCarIsNotQueried(@TempDir Path folder) throws Exception {
        try (CanBus bus = new SocketCanBus(KernelBus.NAME, Ticker.system());
                CanBus listenerBus = new SocketCanBus(KernelBus.NAME, Ticker.system());
                SimulatedCar car = new SimulatedCar(
                        bus, seconds -> now.get(), Ticker.system(), CarSettings.DEFAULT.withBroadcast());
                DrivenUnit unit = new DrivenUnit(folder, listenerBus, builder -> builder)) {
            assertOneQueryAtMostAfterTheStart(unit, listenerBus);
            now.set(KernelBus.TOWN);
            unit.awaitEvent("vehicle/engine/running");
            unit.awaitEvent("vehicle/communication/established");
            unit.awaitTypes(
                    "obd.rpm",
                    "obd.speed",
                    "obd.bat",
                    "obd.engine_load",
                    "obd.coolant_temp",
                    "obd.fuel_level",
                    "obd.dtc");
            JsonNode rpm = unit.rows().stream()
                    .filter(each -> each.path("@t").asText().equals("obd.rpm"))
                    .findFirst()
                    .orElseThrow();
            assertThat(rpm.path("value").asDouble())
                    .isCloseTo(KernelBus.TOWN.engine().rpm(), Offset.offset(0.5));
            now.set(KernelBus.in(Phase.ENGINE_OFF));
            unit.awaitEvent("vehicle/engine/stopped");
            now.set(KernelBus.in(Phase.ASLEEP));
            unit.assertSilentAsleep(8);
            unit.awaitEvent("vehicle/communication/disconnected");
            long before = unit.events("vehicle/engine/running");
            now.set(KernelBus.TOWN);
            unit.await(
                    "it is queried again when it wakes up", () -> unit.events("vehicle/engine/running") == before + 1);
        }
    }

    /** One query is allowed after power-on; without an answer it is the last. */
    private static void assertOneQueryAtMostAfterTheStart(DrivenUnit unit, CanBus bus) throws Exception {
        try (CanPort listener = bus.open(List.of())) {
            unit.daemon.start();
            unit.awaitOnline();
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
