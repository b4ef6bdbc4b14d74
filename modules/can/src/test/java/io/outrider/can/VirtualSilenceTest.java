package io.outrider.can;

import static io.outrider.can.CanBusContract.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract test on nodes of the virtual bus. */
class VirtualSilenceTest extends SilenceContract {
    private VirtualBus wire;

    @Override
    CanBus create() {
        wire = new VirtualBus("virtual0", Ticker.system(), () -> System.currentTimeMillis() * 1_000);
        return wire;
    }

    @Override
    void anotherNodeSends() throws Exception {
        try (CanBus node = wire.node()) {
            node.open(List.of()).send(frame(0x100, 1));
        }
    }

    @Test
    void aNodeDetectsOtherNodesAndNotItself() throws Exception {
        try (CanBus one = wire.node();
                CanBus other = wire.node()) {
            one.open(List.of()).send(frame(0x100, 1));
            assertThat(one.silenceNanos()).isEqualTo(Long.MAX_VALUE);
            assertThat(other.silenceNanos()).isLessThan(Long.MAX_VALUE);
            wire.open(List.of()).send(frame(0x100, 1));
            assertThat(one.silenceNanos()).isLessThan(Long.MAX_VALUE);
        }
    }

    @Test
    void aRefusedFrameIsNoActivity() throws Exception {
        try (CanBus other = wire.node()) {
            CanPort port = other.open(List.of());
            wire.setUp(false);
            CanBusContract.assertRefused(BusErrors.BUS_DOWN, () -> port.send(frame(0x100)));
            other.transmitter().listenOnly(true);
            CanBusContract.assertRefused(BusErrors.BUS_LISTEN_ONLY, () -> port.send(frame(0x100)));
            assertThat(bus.silenceNanos()).isEqualTo(Long.MAX_VALUE);
        }
    }
}
