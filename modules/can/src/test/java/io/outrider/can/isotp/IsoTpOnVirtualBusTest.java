package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of two links in two threads on one bus, with constant traffic of a third node. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class IsoTpOnVirtualBusTest {
    private static final long AMPLE = TimeUnit.SECONDS.toNanos(20);

    private final Ticker ticker = Ticker.system();

    /** Returns each message reversed, this many times. */
    private FutureTask<Void> echo(CanPort port, IsoTpAddress address, IsoTpSettings settings, int times) {
        FutureTask<Void> ecu = new FutureTask<>(() -> {
            IsoTpLink link = new IsoTpLink(port, address, settings, ticker);
            for (int i = 0; i < times; i++) {
                long deadline = ticker.nanos() + AMPLE;
                link.send(reversed(((IsoTpMessage) link.receive(deadline, deadline)).payload()), IsoTpFrames.AMPLE);
            }
            return null;
        });
        new Thread(ecu, "ecu").start();
        return ecu;
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Test
    @Tag("slow")
    void messagesOfEveryLengthSurviveARoundTripOnABusyBus() throws Exception {
        Random random = Seeds.draw(this, "there and back");
        int[] lengths = random.ints(80, 1, 600).toArray();
        lengths[0] = 4095;
        lengths[1] = 4096;
        lengths[2] = 20_000;
        try (VirtualBus bus = new VirtualBus("virtual0", ticker, () -> 0)) {
            IsoTpAddress there = IsoTpAddress.between(IsoTpFrames.TESTER, IsoTpFrames.ECU);
            IsoTpAddress back = IsoTpAddress.between(IsoTpFrames.ECU, IsoTpFrames.TESTER);
            IsoTpSettings tester = IsoTpSettings.DEFAULT.withFlowControl(5, 0);
            IsoTpSettings other = IsoTpSettings.DEFAULT.withFlowControl(3, 0xF1).withPadding(IsoTpSettings.UNPADDED);
            CanPort ecuPort = bus.open(back.responses());
            FutureTask<Void> ecu = echo(ecuPort, back, other, lengths.length);
            CanPort noisy = bus.open(List.of());
            FutureTask<Void> noise = new FutureTask<>(() -> {
                while (!ecu.isDone()) {
                    byte[] data = new byte[random.nextInt(9)];
                    noisy.send(CanFrame.of(CanId.base(0x7E1), data));
                    noisy.send(CanFrame.of(CanId.extended(0x7E8), data));
                    noisy.send(CanFrame.remote(IsoTpFrames.ECU, 8));
                    ticker.sleep(100_000);
                }
                return null;
            });
            new Thread(noise, "noise").start();
            IsoTpLink link = new IsoTpLink(bus.open(there.responses()), there, tester, ticker);
            for (int length : lengths) {
                byte[] payload = IsoTpFrames.counting(length);
                link.send(payload, IsoTpFrames.AMPLE);
                long deadline = ticker.nanos() + AMPLE;
                assertThat(((IsoTpMessage) link.receive(deadline, deadline)).payload())
                        .isEqualTo(reversed(payload));
            }
            ecu.get(30, TimeUnit.SECONDS);
            noise.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void canFdCarriesTheSameInFewerFrames() throws Exception {
        for (int frameLength : new int[] {12, 16, 20, 24, 32, 48, 64}) {
            try (VirtualBus bus = new VirtualBus("virtual0", ticker, () -> 0)) {
                IsoTpAddress there = IsoTpAddress.between(IsoTpFrames.TESTER, IsoTpFrames.ECU);
                IsoTpAddress back = IsoTpAddress.between(IsoTpFrames.ECU, IsoTpFrames.TESTER);
                IsoTpSettings fd = IsoTpSettings.DEFAULT.withFrameLength(frameLength);
                FutureTask<Void> ecu = echo(bus.open(back.responses()), back, fd, 150);
                IsoTpLink link = new IsoTpLink(bus.open(there.responses()), there, fd, ticker);
                for (int length = 1; length <= 150; length++) {
                    link.send(IsoTpFrames.counting(length), IsoTpFrames.AMPLE);
                    long deadline = ticker.nanos() + AMPLE;
                    assertThat(((IsoTpMessage) link.receive(deadline, deadline)).payload())
                            .isEqualTo(reversed(IsoTpFrames.counting(length)));
                }
                ecu.get(30, TimeUnit.SECONDS);
            }
        }
    }
}
