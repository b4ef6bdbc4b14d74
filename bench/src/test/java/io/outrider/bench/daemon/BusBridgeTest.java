package io.outrider.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import io.outrider.testkit.Await;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusBridgeTest {
    private static final long AMPLE = TimeUnit.SECONDS.toNanos(20);

    private VirtualBus here;
    private BusServer server;
    private CanBus there;

    @BeforeEach
    void open() throws Exception {
        here = new VirtualBus("here", Ticker.system(), () -> 1);
        server = new BusServer(here);
        there = join();
    }

    private CanBus join() throws Exception {
        int port = Integer.parseInt(server.option().replaceFirst(".*=", ""));
        return new BridgedBus(port, Ticker.system(), Clock.systemUTC());
    }

    @AfterEach
    void close() {
        there.close();
        server.close();
        here.close();
    }

    private static CanFrame frame(int number) {
        return CanFrame.of(CanId.base(0x7E8), (byte) (number >> 8), (byte) number);
    }

    /** Sends until a frame arrives, as joining is not reported. */
    private static void meet(CanPort from, CanPort to) throws Exception {
        Await.until("a frame arrives", () -> {
            from.send(frame(0xFFFF));
            return to.receive(TimeUnit.MILLISECONDS.toNanos(50)) != null;
        });
        while (to.receive(TimeUnit.MILLISECONDS.toNanos(200)) != null) {
            // frames in transit
        }
    }

    @Test
    void framesArriveOnTheOtherBusInTheirOrderBothWays() throws Exception {
        try (CanPort near = here.node().open(List.of());
                CanPort far = there.open(List.of())) {
            meet(near, far);
            for (int i = 0; i < 300; i++) {
                near.send(frame(i));
            }
            for (int i = 0; i < 300; i++) {
                assertThat(far.receive(AMPLE)).isEqualTo(frame(i));
            }
            far.send(CanFrame.of(CanId.extended(0x18DA10F1), (byte) 1));
            assertThat(near.receive(AMPLE)).isEqualTo(CanFrame.of(CanId.extended(0x18DA10F1), (byte) 1));
            assertThat(near.receive(0))
                    .as("nothing comes back to where it was sent")
                    .isNull();
        }
    }

    @Test
    void restartedDaemonJoinsAgain() throws Exception {
        there.close();
        there = join();
        try (CanPort near = here.node().open(List.of());
                CanPort far = there.open(List.of())) {
            meet(near, far);
        }
    }

    @Test
    void framesOfTheOtherSideEndSilenceOwnFramesDoNot() throws Exception {
        CanBus listener = here.node();
        listener.silenceNanos();
        try (CanPort near = here.node().open(List.of());
                CanPort far = there.open(List.of())) {
            meet(near, far);
            assertThat(there.silenceNanos()).isLessThan(AMPLE);
        }
    }
}
