package io.outrider.bench.car.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PortWaitTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final CanFrame FRAME = CanFrame.of(CanId.base(0x123), (byte) 1);

    private final Ticker ticker = Ticker.system();
    private VirtualBus bus;
    private CanPort port;
    private CanPort other;

    @BeforeEach
    void open() throws Exception {
        bus = new VirtualBus("vcan9", ticker, () -> 0);
        port = bus.open(List.of());
        other = bus.open(List.of());
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private CanFrame await(long due, long most) throws Exception {
        return PortWait.forFrame(port, ticker, due, most);
    }

    @Test
    void waitingFrameIsReturnedAtOnce() throws Exception {
        for (long due : new long[] {FrameSource.NEVER, ticker.nanos() - MILLI, ticker.nanos() + 60_000 * MILLI}) {
            other.send(FRAME);
            assertThat(await(due, 60_000 * MILLI)).isEqualTo(FRAME);
        }
    }

    @Test
    void waitWithoutDueTimeTakesTheLimit() throws Exception {
        long before = ticker.nanos();
        assertThat(await(FrameSource.NEVER, 30 * MILLI)).isNull();
        assertThat(ticker.nanos() - before).isGreaterThanOrEqualTo(30 * MILLI);
    }

    @Test
    void waitEndsShortlyAfterTheDueTime() throws Exception {
        long before = ticker.nanos();
        long due = before + 40 * MILLI;
        int rounds = 0;
        while (due - ticker.nanos() > 0) {
            assertThat(await(due, 60_000 * MILLI)).isNull();
            rounds++;
        }
        assertThat(ticker.nanos() - due).isLessThan(1_000 * MILLI);
        assertThat(rounds).as("without keeping the processor busy").isLessThan(200);
    }

    @Test
    void pastDueTimeDoesNotWait() throws Exception {
        long before = ticker.nanos();
        for (int i = 0; i < 100; i++) {
            assertThat(await(before - MILLI, 60_000 * MILLI)).isNull();
        }
        assertThat(ticker.nanos() - before).isLessThan(5_000 * MILLI);
    }

    @Test
    void aClosedPortIsAnError() {
        port.close();
        assertThatThrownBy(() -> await(FrameSource.NEVER, MILLI)).isInstanceOf(BusException.class);
    }
}
