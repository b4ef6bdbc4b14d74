package io.outrider.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.outrider.agent.cli.CommandLine;
import io.outrider.agent.cli.Service;
import io.outrider.agent.client.Place;
import io.outrider.agent.functions.Binder;
import io.outrider.agent.functions.Json;
import io.outrider.agent.local.LocalSettings;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Starts the command line with the modules of the class path. */
public final class Main implements Service {
    private static final Path SETTINGS = Path.of("/etc/outrider/outrider.toml");

    /** Where the service's token is when nothing is set. */
    private static final Path SERVICE_DATA = Path.of("/var/lib/outrider");

    private Main() {}

    public static void main(String[] arguments) {
        CommandLine commandLine = new CommandLine(
                (settings, data) -> new Agent(
                        ServiceLoader.load(ModuleFactory.class), settings, data, Clock.systemUTC(), Ticker.system()),
                new Main(),
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                new CommandLine.Terminal(
                        Boolean.getBoolean("outrider.terminal"), Boolean.getBoolean("outrider.terminal.err")),
                data());
        System.exit(commandLine.run(arguments));
    }

    @Override
    public void daemon(Path config) throws Failure {
        throw notThere("daemon");
    }

    @Override
    public Place api(Path config) throws Failure {
        Path file = config == null ? SETTINGS : config;
        LocalSettings local = LocalSettings.defaults();
        if (config != null || Files.exists(file)) {
            try {
                JsonNode section = new TomlMapper().readTree(file.toFile()).path("local");
                Map<String, Object> keys = new HashMap<>();
                section.properties().forEach(key -> keys.put(key.getKey(), key.getValue()));
                local = new Binder(Json.mapper()).bind(LocalSettings.class, List.of(), keys);
            } catch (IOException | Failure e) {
                throw new Failure(Failure.Actor.OPERATOR, "BAD_SETTING", file + ", [local]: " + e.getMessage(), e);
            }
        }
        return new Place(local.address(), local.port(), List.of(local.tokenIn(SERVICE_DATA), local.tokenIn(data())));
    }

    @Override
    public String checkConfig(Path config) throws Failure {
        throw notThere("config check");
    }

    @Override
    public String exampleConfig() throws Failure {
        throw notThere("config example");
    }

    private static Failure notThere(String verb) {
        return new Failure(Failure.Actor.AGENT, "NOT_BUILT", "outrider " + verb + " is not part of this build");
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8));
    }

    /** systemd's state directory for the service, a user's own one else. */
    private static Path data() {
        String state = System.getenv("STATE_DIRECTORY");
        return state != null ? Path.of(state) : Path.of(System.getProperty("user.home"), ".local", "state", "outrider");
    }
}
