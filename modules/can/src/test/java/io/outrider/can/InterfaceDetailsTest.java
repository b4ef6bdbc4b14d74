package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Texts in the form that {@code ip} prints: after the example of the kernel's networking/can.rst, and for other versions of iproute2. */
class InterfaceDetailsTest {
    private static final String OF_THE_KERNELS_PAGE = """
            2: can0: <NOARP,UP,LOWER_UP,ECHO> mtu 16 qdisc pfifo_fast state UP qlen 10
              link/can
              can <TRIPLE-SAMPLING> state ERROR-ACTIVE restart-ms 100
              bitrate 125000 sample_point 0.875
              tq 125 prop-seg 6 phase-seg1 7 phase-seg2 2 sjw 1
              sja1000: tseg1 1..16 tseg2 1..8 sjw 1..4 brp 1..64 brp-inc 1
              clock 8000000
              re-started bus-errors arbit-lost error-warn error-pass bus-off
              41         17457      0          41         42         43
            """;

    private static final String WITH_FLEXIBLE_DATA_RATE = """
            5: can1: <NOARP,UP,LOWER_UP,ECHO> mtu 72 qdisc pfifo_fast state UP mode DEFAULT group default qlen 128
                link/can  promiscuity 0  allmulti 0 minmtu 0 maxmtu 0
                can <FD> state ERROR-PASSIVE (berr-counter tx 128 rx 0) restart-ms 0
            \t  bitrate 500000 sample-point 0.800
            \t  dbitrate 2000000 dsample-point 0.750
            \t  re-started bus-errors arbit-lost error-warn error-pass bus-off
            \t  0          0          0          1          1          0         numtxqueues 1 numrxqueues 1
            """;

    private static final String DOWN = """
            3: can0: <NOARP,ECHO> mtu 16 qdisc noop state DOWN mode DEFAULT group default qlen 10
                link/can  promiscuity 0 minmtu 0 maxmtu 0
                can state STOPPED restart-ms 0
            \t  mcp251x: tseg1 3..16 tseg2 2..8 sjw 1..4 brp 1..64 brp-inc 1
            """;

    private static final String VIRTUAL = """
            4: vcan0: <NOARP,UP,LOWER_UP> mtu 72 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000
                link/can  promiscuity 0  allmulti 0 minmtu 0 maxmtu 0
                vcan numtxqueues 1 numrxqueues 1 gso_max_size 65536 gso_max_segs 65535
            """;

    @Test
    void theKernelsOwnExampleIsRead() {
        InterfaceDetails can = InterfaceDetails.parse("can0", OF_THE_KERNELS_PAGE);
        assertThat(can.up()).isTrue();
        assertThat(can.isVirtual()).isFalse();
        assertThat(can.state()).isEqualTo("ERROR-ACTIVE");
        assertThat(can.bitRate()).hasValue(125_000);
        assertThat(can.samplePoint()).hasValue(0.875);
        assertThat(can.restartMs()).hasValue(100);
        assertThat(can.queue()).hasValue(10);
        assertThat(can.busOffs()).hasValue(43);
    }

    @Test
    void theBitRateIsThatOfTheArbitration() {
        InterfaceDetails can = InterfaceDetails.parse("can1", WITH_FLEXIBLE_DATA_RATE);
        assertThat(can.state()).isEqualTo("ERROR-PASSIVE");
        assertThat(can.bitRate()).hasValue(500_000);
        assertThat(can.samplePoint()).hasValue(0.8);
        assertThat(can.restartMs()).hasValue(0);
        assertThat(can.queue()).hasValue(128);
        assertThat(can.busOffs()).hasValue(0);
    }

    @Test
    void anInterfaceThatIsDownHasNoBitRate() {
        InterfaceDetails can = InterfaceDetails.parse("can0", DOWN);
        assertThat(can.up()).isFalse();
        assertThat(can.state()).isEqualTo("STOPPED");
        assertThat(can.bitRate()).isEmpty();
        assertThat(can.samplePoint()).isEmpty();
        assertThat(can.busOffs()).isEmpty();
    }

    @Test
    void aVirtualInterfaceHasNoController() {
        InterfaceDetails can = InterfaceDetails.parse("vcan0", VIRTUAL);
        assertThat(can.up()).isTrue();
        assertThat(can.isVirtual()).isTrue();
        assertThat(can.restartMs()).isEmpty();
    }

    @Test
    void aTextWithoutAnyOfItIsAnInterfaceThatIsDown() {
        InterfaceDetails can = InterfaceDetails.parse("can0", "can0: <> mtu qlen 99999999999 bitrate");
        assertThat(can.up()).isFalse();
        assertThat(can.queue()).isEmpty();
        assertThat(can.bitRate()).isEmpty();
    }

    @Test
    void theProgramIsAskedAboutThisMachine() throws Exception {
        assertThat(InterfaceDetails.read("lo").up()).isTrue();
        assertThatThrownBy(() -> InterfaceDetails.read("no-such-0"))
                .isInstanceOf(IOException.class)
                .hasMessage("ip failed with exit status 1: Device \"no-such-0\" does not exist.");
    }
}
