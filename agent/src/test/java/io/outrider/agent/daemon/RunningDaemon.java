package io.outrider.agent.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ToyModule.ToyFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;

/** Daemon in this process, with the modules of the class path, toy modules and its own files. One thread. */
final class RunningDaemon implements AutoCloseable {
    static final String UNIT = "u-7";

    private final Path home;
    private final int port = Mosquitto.freePort();
    private final Clock clock;
    private final BootTimeTicker ticker;
    private Daemon daemon;

    /** Not started yet. */
    RunningDaemon(Path home) {
        this(home, Clock.systemUTC(), BootTimeTicker.ofThisMachine());
    }

    /** Not started yet; of another machine as far as the time is concerned. */
    RunningDaemon(Path home, Clock clock, BootTimeTicker ticker) {
        this.home = home;
        this.clock = clock;
        this.ticker = ticker;
    }

    Path file() {
        return home.resolve("outrider.toml");
    }

    Path data() {
        return home.resolve("data");
    }

    int port() {
        return port;
    }

    /** Settings of a separate unit; further lines follow. */
    RunningDaemon settings(String... lines) {
        return file("unit.id = \"" + UNIT + "\"\nlocal.port = " + port + "\n" + String.join("\n", lines) + "\n");
    }

    RunningDaemon file(String text) {
        try {
            Files.writeString(file(), text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String linkTo(int port) {
        return "link.url = \"mqtt://127.0.0.1:" + port + "\"";
    }

    RunningDaemon start() throws Failure {
        return start(modules());
    }

    /** With this module in the place of the one of its name. */
    RunningDaemon startWith(ModuleFactory module) throws Failure {
        List<ModuleFactory> modules = modules();
        modules.removeIf(each -> each.name().equals(module.name()));
        modules.add(module);
        return start(modules);
    }

    /** With one module more. */
    RunningDaemon startBeside(ModuleFactory module) throws Failure {
        List<ModuleFactory> modules = modules();
        modules.add(module);
        return start(modules);
    }

    private RunningDaemon start(List<ModuleFactory> modules) throws Failure {
        daemon = new Daemon(
                modules, SettingsFiles.named(file(), Settings.none()), world(home.resolve("machine-id"), Map.of()));
        return this;
    }

    static List<ModuleFactory> modules() {
        List<ModuleFactory> modules = new ArrayList<>();
        ServiceLoader.load(ModuleFactory.class).forEach(modules::add);
        modules.add(new ToyFactory());
        return modules;
    }

    DaemonEnvironment world(Path machineId, Map<String, String> environment) {
        return new DaemonEnvironment(
                data(),
                home.resolve("run"),
                machineId,
                environment,
                clock,
                ticker,
                new Random(), // two runs with the same would give their records the same identities
                FaultInjector.NONE);
    }

    Daemon daemon() {
        return daemon;
    }

    LocalClient client() {
        return new LocalClient(new DaemonEndpoint(
                "127.0.0.1", port, List.of(home.resolve("run").resolve("token"))));
    }

    Object run(String function, Object... arguments) throws Failure {
        return client().execute(function, List.of(arguments), Map.of(), progress -> {})
                .value();
    }

    JsonNode status() throws Failure {
        return client().get("/status");
    }

    String linkState() throws Failure {
        return status().path("sections").path("link").path("state").asText();
    }

    List<String> problems() throws Failure {
        List<String> problems = new ArrayList<>();
        status().path("problems")
                .forEach(each -> problems.add(each.path("section").asText() + ": "
                        + each.path("problem").asText()));
        return problems;
    }

    String metrics() throws IOException {
        var connection =
                URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openConnection();
        String token = Files.readString(home.resolve("run").resolve("token")).strip();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** An answer of the local API, good or bad. */
    record DaemonResponse(int code, String body) {}

    DaemonResponse post(String path, String body) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        String token = Files.readString(home.resolve("run").resolve("token")).strip();
        connection.setRequestProperty("Authorization", "Bearer " + token);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        try (var out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        int code = connection.getResponseCode();
        try (var in = code < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new DaemonResponse(code, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    String reload(String... settings) throws Failure {
        settings(settings);
        return client().ask("POST", "/reload").path("result").asText();
    }

    /** The value of a metric; labels as they are shown, or none. */
    double metric(String name) throws IOException {
        return metrics()
                .lines()
                .filter(line -> line.startsWith("outrider_" + name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no metric " + name));
    }

    @Override
    public void close() {
        if (daemon != null) {
            daemon.close();
        }
    }
}
