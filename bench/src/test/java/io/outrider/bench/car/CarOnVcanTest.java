package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.can.CanBus;
import io.outrider.can.SocketCanBus;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Car on a kernel bus, with the kernel's ISO-TP (can-utils) and the project's own as testers. */
@Tag("vcan")
class CarOnVcanTest {
    private static final String INTERFACE = "vcan0";

    @TempDir
    private Path folder;

    private CanBus carsBus;
    private CanBus testersBus;
    private SimulatedCar car;

    @BeforeEach
    void start() throws Exception {
        carsBus = new SocketCanBus(INTERFACE, Ticker.system());
        testersBus = new SocketCanBus(INTERFACE, Ticker.system());
        car = new SimulatedCar(carsBus, VehicleMotion.always(CarOnBus.in(Phase.TOWN)), Ticker.system());
    }

    @AfterEach
    void stop() {
        car.close();
        carsBus.close();
        testersBus.close();
    }

    private String ask(IsoTpAddress whom, String request) throws Exception {
        try (Tester tester = new Tester(testersBus, whom)) {
            return tester.ask(request);
        }
    }

    @Test
    void ownIsoTpReceivesShortAndLongAnswers() throws Exception {
        assertThat(ask(Tester.ENGINE, "0902")).startsWith("490201").hasSize(2 * 20);
        assertThat(ask(Tester.EXTENDED, "22DFA0")).startsWith("62dfa0").hasSize(2 * 41);
        assertThat(ask(Tester.WIDE, "222660")).startsWith("622660").hasSize(2 * 57);
        assertThat(ask(Tester.BATTERY, "22FD02")).startsWith("62fd02").hasSize(2 * 4_095);
        assertThat(ask(Tester.BATTERY, "2EFD10" + "5A".repeat(100))).isEqualTo("6efd10");
        try (Tester tester = new Tester(testersBus, IsoTpAddress.functional(false))) {
            assertThat(tester.askAll("03", 3_000)).hasSize(2);
        }
    }

    @Test
    void kernelIsoTpReceivesShortAndLongAnswers() throws Exception {
        assertThat(askWithKernel("-s 7E0 -d 7E8", "09 02")).startsWith("490201").hasSize(2 * 20);
        assertThat(askWithKernel("-s 7E4 -d 7EC", "22 FD 02"))
                .startsWith("62fd02")
                .hasSize(2 * 4_095);
        assertThat(askWithKernel("-s 7E4 -d 7EC -b 3 -m 1", "22 01 01"))
                .startsWith("620101")
                .hasSize(2 * 62);
        assertThat(askWithKernel("-s 6F1 -d 607 -x 07:F1", "22 DF A0"))
                .startsWith("62dfa0")
                .hasSize(2 * 41);
        assertThat(askWithKernel("-s 18DA10F1 -d 18DAF110", "22 26 60"))
                .startsWith("622660")
                .hasSize(2 * 57);
        assertThat(askWithKernel("-s 7E4 -d 7EC", "22 01 01 01 02 01 03 01 04 01 05"))
                .hasSize(2 * (1 + 61 + 3 * 38 + 45));
    }

    /** Waits for the receiver, which sends flow control, before it sends the request. */
    private String askWithKernel(String ids, String request) throws Exception {
        Path received = folder.resolve("received");
        long before = receivers();
        Process receiver = Programs.start(received, ("isotprecv " + ids + " " + INTERFACE).split(" "));
        try {
            Await.until("isotprecv listens", () -> receivers() > before);
            String send = "isotpsend " + ids.replaceAll(" -[bm] \\d+", "") + " " + INTERFACE;
            Programs.run("bash", "-c", "echo " + request + " | " + send);
            assertThat(receiver.waitFor(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            receiver.destroyForcibly();
        }
        return Files.readString(received).replaceAll("\\s", "").toLowerCase(Locale.ROOT);
    }

    private static long receivers() throws Exception {
        return Programs.receivers("rcvlist_sff", INTERFACE) + Programs.receivers("rcvlist_eff", INTERFACE);
    }

    @Test
    void programDrivesOnTheGivenInterface() {
        car.close();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicInteger lines = new AtomicInteger();
        Thread driver = Thread.currentThread();
        List<String> answers = new ArrayList<>();
        Ticker ticker = new Ticker() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                if (Thread.currentThread() != driver) {
                    Ticker.system().sleep(nanos);
                } else if (lines.incrementAndGet() == 2) {
                    throw new InterruptedException();
                } else {
                    answers.add(quietly("010D"));
                }
            }
        };
        int code = new CarMain(new PrintStream(out, true, StandardCharsets.UTF_8), System.err, ticker)
                .run("--can", INTERFACE, "--from", "300");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(code).isEqualTo(CarMain.OK);
        assertThat(answers).singleElement().asString().startsWith("410d");
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("TOWN ").contains("  1 answered");
    }

    private String quietly(String request) {
        try {
            return ask(Tester.ENGINE, request);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
