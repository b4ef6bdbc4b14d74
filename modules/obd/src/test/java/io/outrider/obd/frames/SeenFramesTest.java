package io.outrider.obd.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Readings;
import io.outrider.api.Ticker;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests of the frames that {@code obd.monitor} stores on a busy bus. */
class SeenFramesTest {
    private static final long STAMP = Instant.parse("2026-01-31T12:00:00Z").getEpochSecond() * 1_000_000;

    @Test
    void framesAreStoredUnchanged() {
        SeenFrames seen = new SeenFrames();
        List<CanFrame> frames = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            byte[] data = new byte[i % 9];
            Arrays.fill(data, (byte) i);
            frames.add(CanFrame.of(i % 2 == 0 ? CanId.base(i % 0x800) : CanId.extended(0x18DA0000 + i), data));
            frames.add(CanFrame.fd(CanId.base(0x7E8), true, new byte[64]));
        }
        frames.add(CanFrame.error(0x1FFFFFF, (byte) 1));
        for (int i = 0; i < frames.size(); i++) {
            seen.add(frames.get(i), STAMP + i);
        }
        assertThat(seen).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(seen.get(i)).containsEntry("value", frames.get(i).hex());
        }
        assertThat(seen.get(7)).containsEntry("_stamp", "2026-01-31T12:00:00.000007");
        assertThatThrownBy(() -> seen.get(frames.size())).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void theLargestResultOfAMonitorTakesLessThanAMebibyte() {
        SeenFrames seen = new SeenFrames();
        long asked = 0;
        for (int i = 0; i < 10_000; i++) {
            asked += seen.bytesToReserve();
            seen.add(CanFrame.of(CanId.base(0x123), new byte[8]), STAMP);
        }
        assertThat(asked).isBetween(250_000L, 1L << 20);
    }

    @Test
    void aMonitorWithoutMemoryReportsARemedy() throws Exception {
        try (VirtualBus bus = new VirtualBus("virtual0", Ticker.system(), () -> STAMP)) {
            Monitor monitor = new Monitor(bus, Clock.systemUTC(), Ticker.system());
            AtomicLong granted = new AtomicLong(20_000);
            Thread talker = new Thread(() -> talk(bus));
            talker.setDaemon(true);
            talker.start();
            Monitor.Arguments arguments = new Monitor.Arguments(10_000, 60.0, null, null, false);
            assertThatThrownBy(() -> monitor.watch(arguments, call(granted)))
                    .isInstanceOf(Failure.class)
                    .hasMessageMatching("other calls have results that take the memory there is; try again when they "
                            + "have ended, or with a limit of less than \\d{3}");
            granted.set(20_000);
            Readings some =
                    (Readings) monitor.watch(new Monitor.Arguments(100, 60.0, null, null, false), call(granted));
            assertThat(some.values()).hasSize(100);
            talker.interrupt();
            talker.join();
        }
    }

    private static void talk(VirtualBus bus) {
        try (CanPort port = bus.open(List.<CanFilter>of())) {
            while (!Thread.currentThread().isInterrupted()) {
                port.send(CanFrame.of(CanId.base(0x123), new byte[8]));
                Thread.yield();
            }
        } catch (Exception e) {
            // stop request
        }
    }

    private static Call call(AtomicLong granted) {
        return new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                // discarded
            }

            @Override
            public boolean reserve(long bytes) {
                return granted.addAndGet(-bytes) >= 0;
            }
        };
    }
}
