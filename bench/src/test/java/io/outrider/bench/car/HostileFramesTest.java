package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.fault.FaultOrder;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Random and invalid frames: the car stays on the bus and answers the next valid request. */
class HostileFramesTest {
    private static final long SEED = 20_240_811;
    private static final int FRAMES = 20_000;
    private static final List<CanId> IDS = List.of(
            CanId.base(0x7DF),
            CanId.base(0x7E0),
            CanId.base(0x7E1),
            CanId.base(0x7E4),
            CanId.base(0x6F1),
            CanId.extended(0x18DA10F1),
            CanId.extended(0x18DB33F1));

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Random frame of any length, whose first bytes are mostly meaningful. */
    private CanFrame anything() {
        byte[] data = new byte[random.nextInt(9)];
        random.nextBytes(data);
        int control = random.nextInt(3);
        if (data.length > 1 && control > 0) {
            data[0] = control == 1 ? 0x07 : (byte) (random.nextInt(4) << 4 | random.nextInt(8));
            data[1] = new byte[] {0x01, 0x03, 0x09, 0x22, 0x2E, 0x3E, 0x10, (byte) random.nextInt(256)}
                    [random.nextInt(8)];
        }
        return CanFrame.of(IDS.get(random.nextInt(IDS.size())), data);
    }

    /** Sends at the speed of the car and discards its answers. */
    private void throwAtIt(CarOnBus car) throws Exception {
        try (CanPort port = car.bus.open(List.of())) {
            for (int i = 0; i < FRAMES; i++) {
                port.send(anything());
                if (i % 64 == 0) {
                    port.receive(TimeUnit.MILLISECONDS.toNanos(2));
                    port.discardReceived();
                }
            }
        }
    }

    /** Repeats a request, as the earlier frames may have filled the car's queue. */
    private static void catchUp(Tester engine) throws Exception {
        List<String> answers = List.of();
        for (int tries = 0; tries < 30 && !answers.contains("7e8 5003003201f4"); tries++) {
            answers = engine.askAll("1003", 200);
        }
        assertThat(answers).as("seed %d", SEED).contains("7e8 5003003201f4");
    }

    private static void assertStillAnswers(CarOnBus car) throws Exception {
        try (Tester engine = new Tester(car.bus, Tester.ENGINE)) {
            catchUp(engine);
            assertThat(engine.askAll("0902", 300))
                    .as("seed %d", SEED)
                    .last()
                    .asString()
                    .startsWith("7e8 490201");
        }
        try (Tester battery = new Tester(car.bus, Tester.BATTERY)) {
            assertThat(battery.askAll("220101", 300))
                    .as("seed %d", SEED)
                    .last()
                    .asString()
                    .startsWith("7ec 620101");
        }
        try (Tester extended = new Tester(car.bus, Tester.EXTENDED)) {
            assertThat(extended.askAll("22DD68", 300))
                    .as("seed %d", SEED)
                    .last()
                    .asString()
                    .startsWith("607 62dd68");
        }
    }

    @Test
    void carSurvivesRandomFrames() throws Exception {
        try (CarOnBus car = new CarOnBus()) {
            throwAtIt(car);
            assertStillAnswers(car);
            assertThat(car.car.answered()).isGreaterThan(3);
        }
    }

    @Test
    void carSurvivesRandomFramesWithFaults() throws Exception {
        try (CarOnBus car = new CarOnBus(CarSettings.DEFAULT.withBroadcast())) {
            for (String fault : List.of("lost=1", "doubled=2", "swapped=1", "wrong-sequence=3", "pending=2,every=1")) {
                car.car.faults().add(FaultOrder.parse(fault));
            }
            throwAtIt(car);
            car.car.faults().clear();
            assertStillAnswers(car);
        }
    }

    @Test
    void framesThatAreNoRequestsAreNotAnswered() throws Exception {
        try (CarOnBus car = new CarOnBus();
                CanPort port = car.bus.open(List.of())) {
            port.send(CanFrame.remote(CanId.base(0x7E0), 8));
            port.send(CanFrame.of(CanId.base(0x7E0)));
            port.send(CanFrame.of(CanId.base(0x7DF)));
            port.send(CanFrame.of(CanId.base(0x6F1), (byte) 0x07));
            port.send(CanFrame.of(CanId.extended(0x7E0), (byte) 2, (byte) 1, (byte) 0x0C));
            assertThat(port.receive(TimeUnit.MILLISECONDS.toNanos(150))).isNull();
            assertStillAnswers(car);
        }
    }
}
