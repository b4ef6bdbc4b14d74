package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.can.InterfaceDetails;
import io.outrider.can.NetworkInterfaces;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterfaceCheckTest {
    private static InterfaceDetails can(boolean up, String state, int bitRate, int restartMs, int queue) {
        return new InterfaceDetails(
                "can0",
                up,
                state,
                OptionalInt.of(bitRate),
                OptionalDouble.of(0.875),
                OptionalInt.of(restartMs),
                OptionalInt.of(queue),
                OptionalInt.of(2));
    }

    @Test
    void anInterfaceAsTheServiceSetsItUpIsOk() {
        assertThat(InterfaceCheck.judge(can(true, "ERROR-ACTIVE", 500_000, 100, 128)))
                .containsExactly(CheckReport.ok(
                        "can0", "up, 500 kbit/s, sample point 87.5 %, error active, off the bus 2 times so far"));
    }

    @Test
    void oneThatIsDownIsToBeBroughtUp() {
        assertThat(InterfaceCheck.judge(can(false, "STOPPED", 0, 0, 10)))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.verdict()).isEqualTo(Verdict.BAD);
                    assertThat(each.text()).isEqualTo("down");
                    assertThat(each.remedy())
                            .isEqualTo("outrider setup --try-bitrates can0 finds the bit rate, then systemctl enable"
                                    + " --now can@can0.");
                });
    }

    @ParameterizedTest
    @CsvSource({"ERROR-ACTIVE, OK", "ERROR-WARNING, LOOK", "ERROR-PASSIVE, LOOK", "BUS-OFF, BAD", "STOPPED, BAD"})
    void theStateOfTheControllerIsJudged(String state, Verdict verdict) {
        List<CheckReport> reports = InterfaceCheck.judge(can(true, state, 500_000, 100, 128));
        assertThat(reports).extracting(CheckReport::verdict).containsExactly(verdict);
        assertThat(reports.get(0).remedy().isEmpty()).isEqualTo(verdict == Verdict.OK);
    }

    @Test
    void withoutABitRateNothingIsHeard() {
        CheckReport report =
                InterfaceCheck.judge(can(true, "ERROR-ACTIVE", 0, 100, 128)).get(0);
        assertThat(report.verdict()).isEqualTo(Verdict.BAD);
        assertThat(report.text()).startsWith("up, without a bit rate");
        assertThat(report.remedy()).startsWith("outrider setup --try-bitrates can0 finds the bit rate");
    }

    @Test
    void anInterfaceThatStaysOffOrHasAShortQueueIsToBeLookedAt() {
        assertThat(InterfaceCheck.judge(can(true, "ERROR-ACTIVE", 33_300, 0, 10)))
                .extracting(CheckReport::name, CheckReport::verdict)
                .containsExactly(
                        tuple("can0", Verdict.OK),
                        tuple("can0 restart", Verdict.LOOK),
                        tuple("can0 queue", Verdict.LOOK));
    }

    private static InterfaceDetails virtual(boolean up) {
        return new InterfaceDetails(
                "vcan0",
                up,
                "",
                OptionalInt.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalInt.of(10),
                OptionalInt.empty());
    }

    @Test
    void aVirtualInterfaceNeedsNeither() {
        assertThat(InterfaceCheck.judge(virtual(true))).containsExactly(CheckReport.ok("vcan0", "up, virtual"));
        assertThat(InterfaceCheck.judge(virtual(false)))
                .containsExactly(
                        CheckReport.bad(
                                "vcan0",
                                "down",
                                "ip link set vcan0 up, or at each start: systemctl enable --now can@vcan0; a virtual bus has no bit rate."));
    }

    @Test
    void onlyAMissingProgramIsToBeInstalled() {
        CheckReport missing = InterfaceCheck.unknown("can0", new NoSuchFileException("ip"));
        assertThat(missing.remedy()).contains("apt install iproute2");
        CheckReport failed = InterfaceCheck.unknown(
                "can0", new IOException("ip failed with exit status 1: Cannot open netlink socket"));
        assertThat(failed.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(failed.text()).endsWith("ip failed with exit status 1: Cannot open netlink socket");
        assertThat(failed.remedy()).doesNotContain("apt").contains("ip -details link show dev can0");
    }

    @Test
    void anInterfaceThatIsMissingIsReportedWithThoseThatAreThere() throws Exception {
        CheckReport report = InterfaceCheck.of("no-such-can").work().run().get(0);
        assertThat(report.verdict()).isEqualTo(Verdict.BAD);
        assertThat(report.text()).startsWith("there is no such interface; the CAN interfaces of this machine: ");
    }

    @Test
    void withoutADaemonAllInterfacesAreChecked() throws Exception {
        List<CheckReport> reports =
                new ObdFactory().standaloneChecks().get(0).work().run();
        assertThat(reports).isNotEmpty();
        if (NetworkInterfaces.can().isEmpty()) {
            assertThat(reports).extracting(CheckReport::text).containsExactly("this machine has no CAN interface");
        }
    }
}
