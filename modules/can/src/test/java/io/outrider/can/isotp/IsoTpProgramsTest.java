package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.can.CanId;
import io.outrider.can.SocketCanBus;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests against {@code isotpsend} and {@code isotprecv} of can-utils with their usual options. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class IsoTpProgramsTest {
    private final Ticker ticker = Ticker.system();
    private final SocketCanBus bus = new SocketCanBus("vcan0", ticker);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        bus.close();
    }

    private static String hex(byte[] payload) {
        StringBuilder text = new StringBuilder();
        for (byte each : payload) {
            text.append(String.format("%02X ", each));
        }
        return text.toString().strip();
    }

    private static List<String> command(String program, String options) {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(options.split(" ")));
        command.add("vcan0");
        return command;
    }

    private static IsoTpAddress address(String options) {
        return options.contains("18DA")
                ? IsoTpAddress.between(CanId.extended(0x18DA10F1), CanId.extended(0x18DAF110))
                : options.contains("-x")
                        ? IsoTpAddress.extended(CanId.base(0x7E0), 0x12, CanId.base(0x7E8), 0xF1)
                        : IsoTpAddress.between(CanId.base(0x7E0), CanId.base(0x7E8));
    }

    private static final String NORMAL = "-s 7E8 -d 7E0";
    private static final String WIDE = "-s 18DAF110 -d 18DA10F1";

    @ParameterizedTest
    @CsvSource({
        NORMAL + ", 3",
        NORMAL + ", 60",
        NORMAL + ", 4095",
        NORMAL + ", 4500",
        NORMAL + " -b 4 -m 2 -p CC:00, 60",
        WIDE + ", 7",
        WIDE + " -b 1, 200",
        NORMAL + " -x F1:12, 6",
        NORMAL + " -x F1:12, 90"
    })
    void isotprecvReceivesOurMessage(String options, int length) throws Exception {
        String list = options.contains("18DA") ? "rcvlist_eff" : "rcvlist_sff";
        long before = Programs.receivers(list, "vcan0");
        Path output = folder.resolve("received");
        Process program = Programs.start(output, command("isotprecv", options).toArray(String[]::new));
        Await.until("isotprecv listens", () -> Programs.receivers(list, "vcan0") > before);
        IsoTpAddress address = address(options);
        IsoTpLink link = new IsoTpLink(bus.open(address.responses()), address, IsoTpSettings.DEFAULT, ticker);
        link.send(IsoTpFrames.counting(length), IsoTpFrames.AMPLE);
        assertThat(program.waitFor(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS))
                .isTrue();
        assertThat(Files.readString(output).strip()).isEqualTo(hex(IsoTpFrames.counting(length)));
    }

    @ParameterizedTest
    @CsvSource({
        NORMAL + ", 3",
        NORMAL + ", 60",
        NORMAL + ", 4095",
        NORMAL + ", 4500",
        NORMAL + " -p CC:00, 60",
        WIDE + ", 7",
        WIDE + ", 200",
        NORMAL + " -x F1:12, 6",
        NORMAL + " -x F1:12, 90"
    })
    void aMessageOfIsotpsendArrives(String options, int length) throws Exception {
        IsoTpAddress address = address(options);
        IsoTpSettings settings = IsoTpSettings.DEFAULT.withFlowControl(8, 1);
        IsoTpLink link = new IsoTpLink(bus.open(address.responses()), address, settings, ticker);
        Path message = folder.resolve("message");
        Files.writeString(message, hex(IsoTpFrames.counting(length)) + "\n");
        Process program = new ProcessBuilder(command("isotpsend", options))
                .redirectInput(message.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        long deadline = ticker.nanos() + TimeUnit.SECONDS.toNanos(30);
        IsoTpLink.Reception arrival = link.receive(deadline, deadline);
        assertThat(program.waitFor(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS))
                .isTrue();
        assertThat(Files.readString(folder.resolve("output"))).isEmpty();
        assertThat(arrival).isInstanceOf(IsoTpMessage.class);
        assertThat(((IsoTpMessage) arrival).payload()).isEqualTo(IsoTpFrames.counting(length));
    }
}
