package io.outrider.can;

import static io.outrider.can.CanBusContract.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.VehicleErrors;
import io.outrider.testkit.ManualTicker;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TransmitterTest {
    private static final long MS = 1_000_000;

    private final ManualTicker ticker = new ManualTicker();
    private final Transmitter transmitter = new Transmitter("can0", ticker);

    @Test
    void requestsKeepTheMinimumGapFromStartToStart() throws Exception {
        transmitter.minimumGap(50 * MS);
        transmitter.awaitRequestGap();
        assertThat(ticker.slept()).as("the first waits for nobody").isZero();
        ticker.advance(20 * MS);
        transmitter.awaitRequestGap();
        assertThat(ticker.slept()).isEqualTo(30 * MS);
        ticker.advance(60 * MS);
        transmitter.awaitRequestGap();
        assertThat(ticker.slept()).as("the gap had passed by itself").isEqualTo(30 * MS);
    }

    @Test
    void withoutAGapRequestsDoNotWait() throws Exception {
        for (int i = 0; i < 10; i++) {
            transmitter.awaitRequestGap();
        }
        assertThat(ticker.slept()).isZero();
    }

    @Test
    void framesOfARequestUnderWayDoNotWait() throws Exception {
        transmitter.minimumGap(50 * MS);
        transmitter.awaitRequestGap();
        for (int i = 0; i < 10; i++) {
            transmitter.transmit(() -> {});
        }
        assertThat(ticker.slept()).isZero();
        assertThat(transmitter.sent()).isEqualTo(10);
    }

    @Test
    void theLastFrameIsTheLastThatWasWritten() throws Exception {
        CanFrame first = CanFrame.of(CanId.base(0x7DF), (byte) 1);
        CanFrame second = CanFrame.of(CanId.base(0x7E0), (byte) 2);
        assertThat(transmitter.lastFrame()).isEmpty();
        transmitter.transmit(first, () -> {});
        transmitter.listenOnly(true);
        assertRefused(BusErrors.BUS_LISTEN_ONLY, () -> transmitter.transmit(second, () -> {}));
        assertThat(transmitter.lastFrame()).contains(first);
    }

    @Test
    void aRequestIsRefusedBeforeItWaitsWhereNothingIsSent() {
        transmitter.minimumGap(50 * MS);
        transmitter.listenOnly(true);
        assertRefused(BusErrors.BUS_LISTEN_ONLY, transmitter::awaitRequestGap);
        transmitter.listenOnly(false);
        transmitter.pauseFor(50 * MS);
        assertRefused(VehicleErrors.BUS_PAUSED, transmitter::awaitRequestGap);
        assertThat(ticker.slept()).isZero();
    }

    @Test
    void aPauseHoldsForEveryFrameAndEndsByItselfOrWhenItIsEnded() throws Exception {
        transmitter.pauseFor(50 * MS);
        assertRefused(VehicleErrors.BUS_PAUSED, () -> transmitter.transmit(() -> {}));
        ticker.advance(49 * MS);
        assertThat(transmitter.isPaused()).isTrue();
        ticker.advance(MS);
        assertThat(transmitter.isPaused()).isFalse();
        transmitter.transmit(() -> {});
        transmitter.pauseFor(50 * MS);
        transmitter.resume();
        transmitter.transmit(() -> {});
        assertThat(transmitter.sent()).isEqualTo(2);
    }

    @Test
    void listenOnlyAlsoBlocksFramesWithinARequest() {
        AtomicInteger written = new AtomicInteger();
        transmitter.listenOnly(true);
        assertRefused(BusErrors.BUS_LISTEN_ONLY, () -> transmitter.transmit(written::incrementAndGet));
        assertThat(written).hasValue(0);
        assertThat(transmitter.sent()).isZero();
    }

    @Test
    void aFrameThatDidNotGoOutIsNotCounted() {
        assertRefused(
                BusErrors.BUS_DOWN,
                () -> transmitter.transmit(() -> {
                    throw new BusException(BusErrors.BUS_DOWN, "down");
                }));
        assertThat(transmitter.sent()).isZero();
    }

    @Test
    void framesAreWrittenOneAtATime() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Thread[] writers = new Thread[4];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Thread(() -> {
                try {
                    for (int n = 0; n < 1_000; n++) {
                        transmitter.transmit(() -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            Thread.yield();
                            inside.decrementAndGet();
                        });
                    }
                } catch (BusException | InterruptedException e) {
                    most.set(-1);
                }
            });
            writers[i].start();
        }
        for (Thread each : writers) {
            each.join();
        }
        assertThat(most).hasValue(1);
        assertThat(transmitter.sent()).isEqualTo(4_000);
    }
}
