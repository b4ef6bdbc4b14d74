package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.bench.car.fault.FaultOrder;
import io.outrider.can.BusException;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import io.outrider.testkit.TimeoutFactor;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class AsleepAndAwakeTest {
    private static final long A_WHILE = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private static CanFrame request(int id, String data) {
        return CanFrame.of(CanId.base(id), HexFormat.of().parseHex(data));
    }

    @Test
    void sleepingCarSendsNoFrame() throws Exception {
        try (CarOnBus car = new CarOnBus(CarSettings.DEFAULT.withBroadcast());
                CanPort port = car.bus.open(List.of())) {
            assertThat(port.receive(PATIENCE)).as("broadcast while awake").isNotNull();
            car.set(CarOnBus.in(Phase.ASLEEP));
            untilQuiet(port);
            long sent = car.car.sent();
            port.send(request(0x7DF, "020100"));
            port.send(request(0x7E0, "02010C"));
            port.send(request(0x7E4, "03220101"));
            port.send(request(0x6F1, "0703" + "22DD68"));
            port.send(CanFrame.of(CanId.extended(0x18DB33F1), HexFormat.of().parseHex("020100")));
            assertThat(port.receive(A_WHILE)).isNull();
            assertThat(car.car.sent()).isEqualTo(sent);
            car.set(CarOnBus.in(Phase.TOWN));
            assertThat(port.receive(PATIENCE)).as("broadcast when awake again").isNotNull();
        }
    }

    /** Waits until the car is asleep, which takes some milliseconds. */
    private static void untilQuiet(CanPort port) throws Exception {
        int frames = 0;
        while (port.receive(TimeUnit.MILLISECONDS.toNanos(150)) != null) {
            assertThat(++frames).isLessThan(1_000);
        }
    }

    @Test
    void requestsBeforeSleepAreNotAnsweredAfterTheWakeUp() throws Exception {
        try (CarOnBus car = new CarOnBus();
                CanPort port = car.bus.open(List.of())) {
            car.car.faults().add(FaultOrder.parse("late=200"));
            port.send(request(0x7E0, "02010C"));
            await(() -> car.car.answered() == 1);
            car.set(CarOnBus.in(Phase.ASLEEP));
            assertThat(port.receive(A_WHILE)).isNull();
            car.set(CarOnBus.in(Phase.TOWN));
            assertThat(port.receive(A_WHILE)).isNull();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE;
        while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void carWithoutBroadcastSendsAnswersOnly() throws Exception {
        try (CarOnBus car = new CarOnBus();
                CanPort port = car.bus.open(List.of())) {
            assertThat(port.receive(A_WHILE)).isNull();
        }
    }

    @Test
    void cyclicMessagesCountAndFollowTheDrive() throws Exception {
        try (CarOnBus car = new CarOnBus(CarSettings.DEFAULT.withBroadcast());
                CanPort port = car.bus.open(List.of())) {
            Map<Integer, Integer> counters = new HashMap<>();
            for (int i = 0; i < 60; i++) {
                CanFrame frame = port.receive(PATIENCE);
                Integer before = counters.put(frame.idValue(), frame.at(7));
                assertThat(before == null || frame.at(7) == before + 1).isTrue();
                if (frame.idValue() == 0x316) {
                    int rpm = frame.at(0) << 8 | frame.at(1);
                    assertThat(rpm)
                            .isEqualTo((int) Math.round(car.state().engine().rpm() * 4));
                }
            }
            assertThat(counters).containsOnlyKeys(0x130, 0x316, 0x545);
            assertThat(counters.get(0x316)).isGreaterThan(counters.get(0x130));
        }
    }

    @Test
    void closedCarAnswersNothingAndItsThreadHasEnded() throws Exception {
        try (VirtualBus bus = new VirtualBus("vcan9", Ticker.system(), () -> 0);
                CanPort port = bus.open(List.of())) {
            SimulatedCar car = new SimulatedCar(bus, VehicleMotion.always(CarOnBus.in(Phase.TOWN)), Ticker.system());
            car.faults().add(FaultOrder.parse("endless"));
            port.send(request(0x7E0, "02010C"));
            assertThat(port.receive(PATIENCE)).isNotNull();
            long before = System.nanoTime();
            car.close();
            assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(TimeoutFactor.scaledSeconds(1)));
            port.discardReceived();
            port.send(request(0x7E0, "02010C"));
            assertThat(port.receive(A_WHILE)).isNull();
            car.close();
        }
    }

    @Test
    void carSurvivesABusThatIsDownForAWhile() throws Exception {
        try (CarOnBus car = new CarOnBus(CarSettings.DEFAULT.withBroadcast());
                CanPort port = car.bus.open(List.of())) {
            car.bus.setUp(false);
            await(() -> car.car.unsent() > 0);
            car.bus.setUp(true);
            port.discardReceived();
            assertThat(port.receive(PATIENCE)).isNotNull();
        }
    }

    @Test
    void carOnAClosedBusIsAnError() {
        VirtualBus bus = new VirtualBus("vcan9", Ticker.system(), () -> 0);
        bus.close();
        assertThatThrownBy(() -> new SimulatedCar(bus, VehicleMotion.standard(1), Ticker.system()))
                .isInstanceOf(BusException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void invalidVinIsAnError() {
        assertThatThrownBy(() -> new CarSettings("1M8GDM9AXKP04278O", false))
                .hasMessageContaining("17 capital letters");
    }
}
