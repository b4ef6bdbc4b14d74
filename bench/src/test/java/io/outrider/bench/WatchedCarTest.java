package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.daemon.Daemon;
import io.outrider.agent.daemon.DaemonEnvironment;
import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.agent.operator.cli.DaemonService;
import io.outrider.agent.operator.cli.ProgramReference;
import io.outrider.agent.operator.cli.Terminal;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.can.VirtualBus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Live views of the command line with the whole daemon and a simulated vehicle that drives. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
class WatchedCarTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path home;

    private int port;
    private VirtualBus bus;
    private SimulatedCar car;
    private Daemon daemon;
    private Thread command;

    @BeforeEach
    void drive() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path file = Files.writeString(home.resolve("outrider.toml"), "unit.id = \"u1\"\nlocal.port = " + port + "\n");
        ScriptedDrive drive = new ScriptedDrive(1);
        bus = new VirtualBus("watched0", Ticker.system(), () -> System.currentTimeMillis() * 1_000);
        car = new SimulatedCar(
                bus, drive.from(drive.startOf(Phase.TOWN)).faster(10), Ticker.system(), CarSettings.DEFAULT);
        DaemonEnvironment world = new DaemonEnvironment(
                home.resolve("data"),
                home,
                home.resolve("machine-id"),
                Map.of(),
                Clock.systemUTC(),
                BootTimeTicker.ofThisMachine(),
                new Random(1),
                FaultInjector.NONE);
        daemon = new Daemon(List.of(BenchAgent.obd(bus.node())), SettingsFiles.named(file, Settings.none()), world);
    }

    @AfterEach
    void park() throws Exception {
        daemon.close();
        command.interrupt(); // like Ctrl-C, which a blocking read of the daemon's stream ignores
        command.join();
        car.close();
        bus.close();
    }

    private void start(Terminal terminal, String... words) {
        DaemonService service = new Watched(new DaemonEndpoint("127.0.0.1", port, List.of(home.resolve("token"))));
        CommandLine line = new CommandLine(
                (settings, config, data) -> {
                    throw new AssertionError("runs alone");
                },
                service,
                new PrintWriter(out),
                new PrintWriter(err),
                terminal,
                home);
        command = new Thread(() -> line.run(words), "command");
        command.start();
    }

    private void await(Predicate<String> seen) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!seen.test(out.toString())) {
            assertThat(System.nanoTime()).as(out + "\n" + err).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void pollingPlotShowsTheDrive() {
        start(new Terminal(true, true), "plot", "--poll", "0.1", "--seconds", "20", "obd.rpm", "obd.speed");
        await(page ->
                page.matches("(?s).*obd\\.rpm  \\d+\\.?\\d* rev.*min \\d+.*obd\\.speed  \\d+ k.*min \\d+.*now.*"));
        assertThat(out.toString()).startsWith("\033[?1049h");
    }

    @Test
    void watchOutputAndStreamCarryTheSameRecords() throws Exception {
        start(new Terminal(false, false), "plot", "--poll", "0.1", "obd.rpm");
        await(lines -> lines.lines().count() > 5);
        assertThat(out.toString().lines().limit(5))
                .allMatch(line ->
                        line.matches("\\{\"series\":\"obd\\.rpm\",\"@ts\":\"[-0-9T:.]+Z\",\"value\":\\d+\\.\\d+}"));
        Thread polling = command;
        out.getBuffer().setLength(0);
        start(new Terminal(true, true), "stream", "obd.*");
        await(lines -> lines.contains("Z  obd.rpm "));
        daemon.close();
        polling.interrupt();
        polling.join();
    }

    /** Settings with the daemon's endpoint only. */
    private record Watched(DaemonEndpoint place) implements DaemonService {
        @Override
        public void daemon(Path config) {
            throw new AssertionError("runs already");
        }

        @Override
        public DaemonEndpoint api(Path config, Consumer<String> warns) {
            return place;
        }

        @Override
        public String checkConfig(Path config) {
            throw new AssertionError("has none");
        }

        @Override
        public List<Path> dataFolders() {
            throw new AssertionError("has none");
        }

        @Override
        public ProgramReference reference() {
            throw new AssertionError("has none");
        }
    }
}
