package io.outrider.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.builtin.doctor.DoctorLine;
import io.outrider.agent.daemon.ArchiveTraining;
import io.outrider.agent.daemon.BuiltinModules;
import io.outrider.agent.daemon.CrashHandler;
import io.outrider.agent.daemon.Daemon;
import io.outrider.agent.daemon.DaemonEnvironment;
import io.outrider.agent.daemon.DoctorWiring;
import io.outrider.agent.daemon.FileFaultInjector;
import io.outrider.agent.daemon.FirstSteps;
import io.outrider.agent.daemon.SettingsReferenceCheck;
import io.outrider.agent.daemon.SighupHandler;
import io.outrider.agent.daemon.SignalHandlers;
import io.outrider.agent.daemon.StandaloneModules;
import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.agent.operator.cli.DaemonAddress;
import io.outrider.agent.operator.cli.DaemonService;
import io.outrider.agent.operator.cli.ProgramReference;
import io.outrider.agent.operator.cli.Terminal;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.log.Logs;
import io.outrider.agent.runtime.modules.ModuleCatalog;
import io.outrider.agent.runtime.modules.ModuleJars;
import io.outrider.agent.runtime.modules.ModuleLoader;
import io.outrider.agent.runtime.settings.ConfigCheck;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.api.Ticker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Program entry point; runs the command line with the modules of the class path. */
public final class Main implements DaemonService {
    /** Data directory of the installed service, for processes that systemd did not start. */
    private static final Path SERVICE_DATA = Path.of("/var/lib/outrider");

    private static final Path SERVICE_RUNTIME = Path.of("/run/outrider");
    private static final Path MACHINE_ID = Path.of("/etc/machine-id");

    private Main() {}

    public static void main(String[] arguments) throws Failure, IOException, InterruptedException {
        System.exit(
                Boolean.getBoolean("outrider.training")
                        ? ArchiveTraining.run(
                                Path.of(arguments[0]),
                                Integer.parseInt(arguments[1]),
                                Main::open,
                                words -> commandLine().run(words))
                        : commandLine().run(arguments));
    }

    private static CommandLine commandLine() {
        return new CommandLine(
                new StandaloneModules(Main::modules, MACHINE_ID, Clock.systemUTC(), Ticker.system()),
                new Main(),
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8),
                writer(FileDescriptor.err),
                terminal(),
                data());
    }

    private static Terminal terminal() {
        return Terminal.of(
                Boolean.getBoolean("outrider.terminal"),
                Boolean.getBoolean("outrider.terminal.err"),
                System.getenv(),
                action -> SignalHandlers.handle("WINCH", action),
                action -> Runtime.getRuntime().addShutdownHook(new Thread(action, "ending")));
    }

    private static ModuleCatalog modules() {
        return BuiltinModules.usable(ModuleLoader.load(Main.class.getClassLoader(), ModuleJars.ofProgram()));
    }

    @Override
    public void daemon(Path config) throws Failure, InterruptedException {
        Logs.asDaemon(System.getenv("JOURNAL_STREAM") != null);
        Thread.setDefaultUncaughtExceptionHandler(new CrashHandler(Runtime.getRuntime()::halt));
        CountDownLatch stopped = new CountDownLatch(1);
        SighupHandler sighup = new SighupHandler();
        SignalHandlers.handle("HUP", sighup); // first, as SIGHUP ends the process until then
        SignalHandlers.handle("TERM", stopped::countDown);
        SignalHandlers.handle("INT", stopped::countDown);
        if (Boolean.getBoolean("outrider.terminal.err")) {
            PrintWriter err = writer(FileDescriptor.err);
            FirstSteps.text(files(config)).ifPresent(err::println);
            err.flush();
        }
        try (Daemon daemon = open(config)) {
            sighup.ready(() -> reload(daemon));
            stopped.await();
        }
    }

    private static Daemon open(Path config) throws Failure {
        DaemonEnvironment environment = new DaemonEnvironment(
                data(),
                runtime(),
                MACHINE_ID,
                System.getenv(),
                Clock.systemUTC(),
                BootTimeTicker.ofThisMachine(),
                new SecureRandom(),
                FileFaultInjector.in(System.getProperty("outrider.faults")));
        return new Daemon(modules(), files(config), environment);
    }

    private static void reload(Daemon daemon) {
        Logger log = LoggerFactory.getLogger(Main.class);
        try {
            log.info("reload on SIGHUP: {}", daemon.reload());
        } catch (Failure e) {
            log.debug("reload on SIGHUP rejected", e);
        } catch (RuntimeException e) {
            log.error("reload on SIGHUP failed with an internal error; try again" + FaultText.LOG_SUFFIX, e);
        }
    }

    @Override
    public DaemonEndpoint api(Path config, Consumer<String> warns) throws Failure {
        return new DaemonAddress(
                        List.of(data(), SERVICE_DATA),
                        List.of(runtime(), SERVICE_RUNTIME, SERVICE_DATA),
                        () -> BuiltinModules.sections(modules()))
                .find(files(config), warns);
    }

    @Override
    public String checkConfig(Path config) throws Failure {
        ModuleCatalog modules = modules();
        List<String> lines = new ConfigCheck(
                        files(config), BuiltinModules.sections(modules), SettingsReferenceCheck.of(modules))
                .check(inForce(config));
        return String.join("\n", lines);
    }

    /** Settings in force in the running daemon; empty if none answers. */
    private Optional<JsonNode> inForce(Path config) {
        try {
            return Optional.of(new LocalClient(api(config, warning -> {})).call("config.get"));
        } catch (Failure e) {
            return Optional.empty();
        }
    }

    @Override
    public List<DoctorLine> checkWithoutDaemon(Path config) throws Failure, InterruptedException {
        Path data = Files.isDirectory(SERVICE_DATA) ? SERVICE_DATA : data();
        return DoctorWiring.alone(modules(), files(config), data, Clock.systemUTC(), Ticker.system());
    }

    @Override
    public List<Path> dataFolders() {
        return Stream.of(data(), SERVICE_DATA).distinct().toList();
    }

    @Override
    public ProgramReference reference() {
        ModuleCatalog modules = modules();
        return new ProgramReference(BuiltinModules.ofDaemon(modules), BuiltinModules.sections(modules));
    }

    private static SettingsFiles files(Path config) {
        return SettingsFiles.of(config, Settings.none());
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8));
    }

    /** systemd's state directory for the service, else the user's own. */
    private static Path data() {
        String state = System.getenv("STATE_DIRECTORY");
        return state != null ? Path.of(state) : Path.of(System.getProperty("user.home"), ".local", "state", "outrider");
    }

    /** systemd's runtime directory for the service, else the data directory. */
    private static Path runtime() {
        String runtime = System.getenv("RUNTIME_DIRECTORY");
        return runtime != null ? Path.of(runtime) : data();
    }
}
