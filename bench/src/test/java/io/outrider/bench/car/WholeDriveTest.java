package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Values of a whole drive as a logger sees them, five hundred times as fast. */
class WholeDriveTest {
    private static final double FASTER = 500;

    /** The speed in km/h, or -1 for no answer. */
    private static int speed(CanPort port) throws Exception {
        port.discardReceived();
        port.send(CanFrame.of(CanId.base(0x7E0), HexFormat.of().parseHex("02010D")));
        CanFrame answer = port.receive(TimeUnit.MILLISECONDS.toNanos(60));
        if (answer == null) {
            return -1;
        }
        assertThat(answer.data()).startsWith(0x03, 0x41, 0x0D);
        return answer.at(3);
    }

    @Test
    void loggerSeesTheDriveThenSilenceThenTheNextDrive() throws Exception {
        try (VirtualBus bus = new VirtualBus("vcan9", Ticker.system(), () -> 0);
                SimulatedCar car = new SimulatedCar(bus, new ScriptedDrive(1).faster(FASTER), Ticker.system());
                CanPort port = bus.open(List.of(CanFilter.exact(CanId.base(0x7E8))))) {
            List<Integer> drive = new ArrayList<>();
            while (car.state().isAwake()) {
                drive.add(speed(port));
            }
            int asleep = 0;
            while (!car.state().isAwake()) {
                asleep += speed(port) < 0 ? 1 : 0;
            }
            assertThat(drive).anyMatch(speed -> speed > 110);
            assertThat(drive.stream().filter(speed -> speed == 0).count()).isGreaterThan(5);
            assertThat(asleep).isGreaterThan(5);
            int first = -1;
            while (first < 0 && car.state().isAwake()) {
                first = speed(port);
            }
            assertThat(first).as("in the next drive").isNotNegative();
        }
    }
}
