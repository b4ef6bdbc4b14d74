package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bit rates on an interface whose kernel is imitated at the program {@code ip}: iproute2 6.1's words and texts. */
class BitRateTrialTest implements Ticker {
    @TempDir
    private Path net;

    private final List<String> calls = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final List<Runnable> endings = new ArrayList<>();
    private Runnable during = () -> {};
    private List<String> refused = List.of();
    private boolean isVirtual;
    private boolean up = true;
    private boolean listenOnly;
    private int bitRate = 500_000;
    private int rateOfTheBus = 250_000;
    private long frames;
    private long errors;

    @BeforeEach
    void sysfs() throws IOException {
        Files.createDirectories(net.resolve("can0/statistics"));
        Files.writeString(net.resolve("can0/type"), "280\n");
        count();
    }

    private void count() {
        try {
            Files.writeString(net.resolve("can0/statistics/rx_packets"), frames + "\n");
            Files.writeString(net.resolve("can0/statistics/rx_errors"), errors + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public void sleep(long nanos) {
        assertThat(nanos).isEqualTo(2_000_000_000L);
        assertThat(up && listenOnly).as("nothing is sent").isTrue();
        during.run();
        frames += bitRate == rateOfTheBus ? 812 : 0;
        errors += rateOfTheBus == 0 ? 0 : bitRate == rateOfTheBus ? 1 : 300;
        count();
    }

    private String ip(List<String> words) throws IOException {
        String call = String.join(" ", words);
        calls.add(call);
        if (refused.stream().anyMatch(call::contains)) {
            throw new IOException("ip failed with exit status 2: RTNETLINK answers: Operation not permitted");
        }
        if (call.equals("-details link show dev can0")) {
            return "3: can0: <NOARP," + (up ? "UP,LOWER_UP," : "") + "ECHO> mtu 16 qdisc pfifo_fast state UP\n"
                    + (isVirtual
                            ? "    vcan addrgenmode eui64\n"
                            : "    can " + (listenOnly ? "<LISTEN-ONLY,BERR-REPORTING> " : "") + "state ERROR-ACTIVE"
                                    + " (berr-counter tx 0 rx 0) restart-ms 100\n"
                                    + (bitRate == 0
                                            ? ""
                                            : "\t  bitrate " + bitRate + " sample-point 0.875\n"
                                                    + "\t  tq 125 prop-seg 6 phase-seg1 7 phase-seg2 2 sjw 2 brp 1\n")
                                    + "\t  mcp251x: tseg1 3..16 tseg2 2..8 sjw 1..4 brp 1..64\n");
        }
        assertThat(call).startsWith("link set can0 ");
        switch (words.get(3)) {
            case "up" -> up = true;
            case "down" -> up = false;
            default -> {
                assertThat(up)
                        .as("the kernel refuses it while the interface is up")
                        .isFalse();
                bitRate =
                        words.contains("bitrate") ? Integer.parseInt(words.get(words.indexOf("bitrate") + 1)) : bitRate;
                listenOnly = words.get(words.indexOf("listen-only") + 1).equals("on");
            }
        }
        return "";
    }

    private void run(boolean json, String... words) throws Failure, InterruptedException {
        CommandOptions options =
                CommandOptions.of(Set.of("--json"), Set.of(), Set.of(), json ? List.of("setup", "--json") : List.of());
        Terminal terminal = new Terminal(
                true,
                true,
                false,
                false,
                () -> Terminal.TerminalSize.USUAL,
                resized -> {},
                endings::add,
                Terminal.FILES);
        Invocation invocation = new Invocation(options, null, new OutputWriter(out), new PrintWriter(out), terminal);
        SetupListening listening = new SetupListening(net, (bus, seconds, config) -> List.of(), this::ip, this);
        new BitRateCommand(invocation, listening).run(List.of(words));
    }

    private void assertThatItIsAsBefore() {
        assertThat(up).isTrue();
        assertThat(listenOnly).isFalse();
        assertThat(bitRate).isEqualTo(500_000);
    }

    @Test
    void theRateWithFramesIsFoundAndTheInterfaceIsAsBefore() throws Exception {
        run(false);
        assertThat(out.toString())
                .startsWith("Tries 125, 250, 500 and 1000 kbit/s on can0, 2 s each, and only listens.")
                .contains(
                        "125 kbit/s: 0 frames, 300 errors\n250 kbit/s: 812 frames, 1 error\n500 kbit/s: 0 frames, 300 errors\n")
                .contains("The bus runs at 250 kbit/s; can0 has 500 kbit/s.")
                .contains("Environment=BITRATE=250000", "/etc/systemd/system/can@can0.service.d");
        assertThatItIsAsBefore();
        assertThat(calls)
                .containsSequence(
                        "link set can0 down",
                        "link set can0 type can bitrate 125000 listen-only on",
                        "link set can0 up")
                .endsWith(
                        "link set can0 down",
                        "link set can0 type can bitrate 500000 sample-point 0.875 sjw 2 listen-only off",
                        "link set can0 up");
        int before = calls.size();
        endings.forEach(Runnable::run);
        assertThat(calls).as("it is as before already").hasSize(before);
    }

    @Test
    void programsReadItAsJson() throws Exception {
        rateOfTheBus = 500_000;
        run(true, "can0");
        JsonNode result = Json.PLAIN.readTree(out.toString());
        assertThat(result.path("bit_rate").asInt()).isEqualTo(500_000);
        assertThat(result.path("bit_rate_set").asInt()).isEqualTo(500_000);
        assertThat(result.at("/tried/2/frames").asInt()).isEqualTo(812);
        assertThat(result.at("/tried/0/errors").asInt()).isEqualTo(300);
    }

    @Test
    void aRateThatIsSetAlreadyNeedsNoAdvice() throws Exception {
        rateOfTheBus = 500_000;
        run(false);
        assertThat(out.toString())
                .contains("The bus runs at 500 kbit/s, as can0 does.")
                .doesNotContain("mkdir");
    }

    @Test
    void aBusThatIsSilentOrRunsAtAnotherRateIsSaidToBe() throws Exception {
        rateOfTheBus = 0;
        run(false);
        assertThat(out.toString()).contains("Nothing was heard at any");
        rateOfTheBus = 83_333;
        run(false);
        assertThat(out.toString()).contains("None fits");
    }

    @Test
    void aRateWithAFewFramesIsNotTakenForThatOfTheBus() throws Exception {
        rateOfTheBus = 0; // no errors
        during = () -> frames += bitRate == 250_000 ? 9 : 0;
        run(false);
        assertThat(out.toString())
                .contains("Fewer than 10 frames were heard at any")
                .doesNotContain("The bus runs");
        during = () -> frames += bitRate == 250_000 ? 10 : 0;
        run(false);
        assertThat(out.toString()).contains("The bus runs at 250 kbit/s");
    }

    @Test
    void aRateHasToLead() throws Exception {
        rateOfTheBus = 0;
        during = () -> frames += bitRate == 250_000 ? 30 : bitRate == 500_000 ? 11 : 0;
        run(false);
        assertThat(out.toString()).contains("none leads clearly").doesNotContain("The bus runs");
        during = () -> frames += bitRate == 250_000 ? 30 : bitRate == 500_000 ? 10 : 0;
        run(false);
        assertThat(out.toString()).contains("The bus runs at 250 kbit/s");
    }

    @Test
    void anInterfaceWithoutABitRateStaysListenOnlyAfterwards() throws Exception {
        up = false;
        bitRate = 0;
        run(false);
        assertThat(up).isFalse();
        assertThat(listenOnly).as("it has a wrong bit rate now").isTrue();
        assertThat(bitRate).isEqualTo(1_000_000);
        assertThat(calls).endsWith("link set can0 up", "link set can0 down");
        assertThat(out.toString())
                .contains("can0, which has no bit rate, stays listen-only: can@can0 ends that.")
                .contains("can0 has none");
    }

    @Test
    void aVirtualBusHasNoBitRate() {
        isVirtual = true;
        assertThatThrownBy(() -> run(false))
                .isInstanceOf(Failure.class)
                .hasMessage("can0 has no bit rate: it is a virtual bus, which hears everything");
        assertThat(calls).containsExactly("-details link show dev can0");
    }

    @Test
    void withoutRightsNothingIsChanged() {
        refused = List.of("link set");
        assertThatThrownBy(() -> run(false))
                .hasMessageContaining("ip link set can0 down: ")
                .hasMessageContaining("run it as root: sudo outrider setup");
        assertThatItIsAsBefore();
    }

    @Test
    void anAdapterThatCannotOnlyListenIsNotUsed() {
        refused = List.of("listen-only on");
        assertThatThrownBy(() -> run(false)).hasMessageContaining("so no bit rate is tried");
        assertThatItIsAsBefore();
    }

    @Test
    void aFailureToPutItBackIsTold() {
        refused = List.of("bitrate 500000 sample-point");
        assertThatThrownBy(() -> run(false))
                .hasMessageEndingWith("can0 is not as before. By hand: ip link set can0 down;"
                        + " ip link set can0 type can bitrate 500000 sample-point 0.875 sjw 2 listen-only off;"
                        + " ip link set can0 up");
        assertThat(up && listenOnly).as("it was up before, and sends nothing").isTrue();
        refused = List.of();
        endings.forEach(Runnable::run);
        assertThatItIsAsBefore();
    }

    @Test
    void oneThatDoesNotComeUpAgainIsSaidToBeDown() {
        during = () -> refused = List.of("bitrate 500000 sample-point", "can0 up");
        assertThatThrownBy(() -> run(false)).hasMessageContaining("can0 is not as before and may be down. By hand: ");
    }

    @Test
    void theEndOfTheProgramPutsItBackAndNoFurtherRateIsTried() {
        during = () -> endings.forEach(Runnable::run);
        assertThatThrownBy(() -> run(false)).isInstanceOf(InterruptedException.class);
        assertThatItIsAsBefore();
        assertThat(calls).noneMatch(each -> each.contains("bitrate 250000"));
    }

    @Test
    void whichInterfaceIsSaidWhereThereIsMoreThanOne() throws Exception {
        assertThatThrownBy(() -> run(false, "can7")).hasMessageContaining("--try-bitrates takes one of can0");
        assertThatThrownBy(() -> run(false, "can0", "--yes"))
                .hasMessageContaining("takes one interface and nothing else");
        Files.createDirectories(net.resolve("can1"));
        Files.writeString(net.resolve("can1/type"), "280\n");
        assertThatThrownBy(() -> run(false)).hasMessageContaining("takes one of can0, can1");
        Files.delete(net.resolve("can1/type"));
        Files.delete(net.resolve("can0/type"));
        assertThatThrownBy(() -> run(false)).hasMessageContaining("there is no CAN interface");
    }
}
