package io.outrider.can;

import static io.outrider.can.CanBusContract.assertRefused;
import static io.outrider.can.CanBusContract.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of kernel-specific behaviour on vcan0. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class KernelSocketTest {
    private static final long AMPLE = CanBusContract.AMPLE;
    private static final long SHORT = CanBusContract.SHORT;

    private final SocketCanBus bus = new SocketCanBus("vcan0", Ticker.system());

    @AfterEach
    void close() {
        bus.close();
    }

    private CanPort port(CanFilter... filters) throws BusException {
        return bus.open(List.of(filters));
    }

    @Test
    void anExactIdOfElevenBitsTakesTheKernelsFastPath() throws Exception {
        long before = Programs.receivers("rcvlist_sff", "vcan0");
        CanPort port = port(CanFilter.exact(CanId.base(0x7E8)));
        assertThat(Programs.receivers("rcvlist_sff", "vcan0")).isEqualTo(before + 1);
        port.close();
        assertThat(Programs.receivers("rcvlist_sff", "vcan0")).isEqualTo(before);
    }

    @Test
    void anExactIdOfTwentyNineBitsTakesTheKernelsFastPath() throws Exception {
        port(CanFilter.exact(CanId.extended(0x18DAF110)));
        assertThat(Programs.receivers("rcvlist_eff", "vcan0")).isEqualTo(1);
        assertThat(Programs.receivers("rcvlist_all", "vcan0")).isZero();
    }

    @Test
    void masksAreAppliedByTheKernel() throws Exception {
        port(new CanFilter(CanId.base(0x7E8), 0x7F8), new CanFilter(CanId.extended(0x18DAF100), 0x1FFFFF00));
        assertThat(Programs.receivers("rcvlist_fil", "vcan0")).isEqualTo(2);
        assertThat(Programs.receivers("rcvlist_all", "vcan0")).isZero();
    }

    @Test
    void errorFramesAreCountedFromTheFirstPortOn() throws Exception {
        port();
        assertThat(Programs.receivers("rcvlist_err", "vcan0")).isEqualTo(1);
        Programs.run("cansend", "vcan0", "20000040#0000000000000000");
        Await.until("the error frame is seen", () -> bus.state().condition() == BusState.Condition.BUS_OFF);
    }

    @Test
    void timestampsAreThoseOfTheKernel() throws Exception {
        CanPort receiver = port();
        CanPort sender = port();
        // the kernel begins to stamp a moment after it was asked to
        Await.until("the stamp is that of sending", () -> {
            long before = nowMicros();
            sender.send(frame(1));
            long after = nowMicros();
            Await.until("some time has passed", () -> nowMicros() > after + 50_000);
            long stamp = receiver.receive(AMPLE).stampMicros();
            return before <= stamp && stamp <= after;
        });
    }

    private static long nowMicros() {
        return java.time.temporal.ChronoUnit.MICROS.between(java.time.Instant.EPOCH, java.time.Instant.now());
    }

    @Test
    void aTinyReceiveBufferLosesFramesAndCountsThem() throws Exception {
        String before = Programs.sh("sysctl -n net.core.rmem_max");
        Programs.sh("sysctl -qw net.core.rmem_max=16384");
        try {
            CanPort slow = port(CanFilter.exact(CanId.base(0x111)));
            CanPort sender = port(CanFilter.exact(CanId.base(0x7FF)));
            for (int i = 0; i < 1_000; i++) {
                sender.send(frame(0x111, i >> 8, i & 0xFF));
            }
            int received = 0;
            while (slow.receive(SHORT) != null) {
                received++;
            }
            sender.send(frame(0x111, 9, 9));
            assertThat(slow.receive(AMPLE)).isEqualTo(frame(0x111, 9, 9));
            assertThat(received).isBetween(1, 999);
            assertThat(bus.state().dropped()).isEqualTo(1_000 - received);
        } finally {
            Programs.sh("sysctl -qw net.core.rmem_max=" + before);
        }
    }

    @Test
    void anFdFrameOnAClassicInterfaceIsRefusedAndTheNextFrameGoesOut() throws Exception {
        Programs.sh("ip link add vcan6 mtu 16 type vcan");
        Programs.sh("ip link set vcan6 up");
        try (SocketCanBus classic = new SocketCanBus("vcan6", Ticker.system())) {
            CanPort sender = classic.open(List.of());
            CanPort receiver = classic.open(List.of());
            assertRefused(BusErrors.BUS_UNFIT, () -> sender.send(CanFrame.fd(CanId.base(1), true, new byte[64])));
            sender.send(frame(0x42, 1));
            assertThat(receiver.receive(AMPLE)).isEqualTo(frame(0x42, 1));
        } finally {
            Programs.sh("ip link del vcan6");
        }
    }

    @Test
    void aMissingInterfaceIsNamedWithThoseThereAre() throws Exception {
        for (String name : List.of("can17", "no/such", "", "a name that is too long for any interface", "lo")) {
            try (SocketCanBus missing = new SocketCanBus(name, Ticker.system())) {
                CanPort port = missing.open(List.of());
                assertThat(port.receive(SHORT)).isNull();
                assertThatThrownBy(() -> port.send(frame(1)))
                        .isInstanceOfSatisfying(
                                BusException.class, e -> assertThat(e.code()).isEqualTo(BusErrors.BUS_MISSING))
                        .hasMessageContaining("'" + name + "'")
                        .hasMessageContaining("vcan0, vcan1");
                assertThat(missing.state().condition()).isEqualTo(BusState.Condition.DOWN);
            }
        }
    }

    @Test
    void framesMatchThoseOfCandumpAndCanplayer() throws Exception {
        Path log = Files.createTempFile("candump", ".log");
        List<CanFrame> frames = List.of(
                frame(0x7DF, 2, 1, 0xC),
                CanFrame.of(CanId.extended(0x123), (byte) 0xAB),
                frame(0x18DB33F1, 1, 2, 3, 4, 5, 6, 7, 8),
                frame(0x100),
                CanFrame.remote(CanId.base(0x123), 0),
                CanFrame.remote(CanId.extended(0x1FFFFFFF), 8),
                CanFrame.fd(CanId.base(0x7E0), true, new byte[64]),
                CanFrame.fd(CanId.extended(0x7E0), false, (byte) 1, (byte) 2));
        Process candump = Programs.start(log, "candump", "-L", "-n", String.valueOf(frames.size()), "vcan0");
        Await.until("candump listens", () -> Programs.receivers("rcvlist_all", "vcan0") == 1);
        CanPort sender = port(CanFilter.exact(CanId.base(0)));
        for (CanFrame each : frames) {
            sender.send(each);
        }
        assertThat(candump.waitFor()).isZero();
        List<String> lines = Files.readAllLines(log);
        assertThat(lines.stream().map(Candump::parseLine).toList())
                .allSatisfy(entry -> assertThat(entry.bus()).isEqualTo("vcan0"))
                .extracting(Candump.CandumpEntry::frame)
                .isEqualTo(frames);

        CanPort receiver = port();
        Files.write(
                log,
                frames.stream()
                        .map(each -> Candump.line("vcan0", each.at(1_500_000_000_123_456L)))
                        .toList());
        Programs.run("canplayer", "-I", log.toString());
        for (CanFrame each : frames) {
            assertThat(receiver.receive(AMPLE)).isEqualTo(each);
        }
        Files.delete(log);
    }
}
