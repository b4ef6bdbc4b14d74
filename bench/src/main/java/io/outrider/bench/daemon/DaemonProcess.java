package io.outrider.bench.daemon;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Daemon process {@code outrider daemon} of a unit; started, killed and started again. One thread. */
public final class DaemonProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String id;
    private final Path program;
    private final Path home;
    private final String toml;
    private final int apiPort;
    private final int presencePort;
    private final Map<String, String> environment = new HashMap<>();
    private final BlockingQueue<Boolean> presence = new LinkedBlockingQueue<>();
    private PahoClient watcher; // null before the first wait for the link
    private Process process;

    DaemonProcess(UnitBuilder unit) {
        id = unit.id;
        program = unit.program;
        home = unit.home;
        toml = unit.toml();
        apiPort = unit.apiPort;
        presencePort = unit.presencePort;
        environment.put("STATE_DIRECTORY", home.resolve("data").toString());
        environment.put("RUNTIME_DIRECTORY", home.resolve("run").toString());
        environment.put("OUTRIDER_JAVA_OPTS", unit.javaOptions);
    }

    /** Start script of the built program: {@code -Doutrider.program}, or the one in this repository. */
    public static Path installed() {
        String configured = System.getProperty("outrider.program");
        if (configured != null) {
            return Path.of(configured);
        }
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path built = at.resolve("agent/target/outrider/bin/outrider");
            if (Files.isExecutable(built)) {
                return built;
            }
        }
        throw new IllegalStateException("agent/target/outrider is not built: bench/build");
    }

    /** Settings file from the next start or reload on: that of the builder and these sections. */
    public void settings(String more) {
        try {
            Files.writeString(home.resolve("outrider.toml"), toml + more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a variable to the environment, from the next start on. */
    public void environment(String name, String value) {
        environment.put(name, value);
    }

    public void start() {
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(),
                "daemon",
                "--config",
                home.resolve("outrider.toml").toString());
        builder.environment().putAll(environment);
        try {
            process = builder.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts and waits until the local API accepts connections. */
    public void startAccepting() {
        start();
        Await.until("the local API accepts, see " + log(), START, this::accepts);
        if (!alive()) {
            throw new IllegalStateException("somebody else answers on port " + apiPort + ", see " + log());
        }
    }

    private boolean accepts() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), apiPort)) {
            return socket.isConnected();
        }
    }

    /** Starts and waits until the broker has the unit's presence; returns the seconds that takes. */
    public double startLinked() throws InterruptedException {
        if (watcher == null) {
            watcher = new PahoClient(presencePort, "watcher-" + id);
            watcher.subscribe(topic("presence"), payload -> presence.add(isOnline(payload)));
        }
        presence.clear();
        long begun = System.nanoTime();
        start();
        Boolean online = false;
        while (online != null && !online) {
            online = presence.poll(START.toSeconds(), TimeUnit.SECONDS);
        }
        if (online == null) {
            throw new IllegalStateException(id + " is not linked, see " + log());
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    private static boolean isOnline(byte[] payload) {
        try {
            return JSON.readTree(payload).path("online").asBoolean();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path log() {
        return home.resolve("log");
    }

    public Path home() {
        return home;
    }

    /** Port of the local API, on this machine. */
    public int apiPort() {
        return apiPort;
    }

    /** Topic of the unit, by its last word. */
    public String topic(String last) {
        return "outrider/v1/" + id + "/" + last;
    }

    public boolean alive() {
        return process != null && process.isAlive();
    }

    /** Exit code of the process that was started last and has ended. */
    public int exitCode() {
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    public ProcessMemory memory() throws IOException {
        return ProcessMemory.of(pid());
    }

    /** SIGKILL; returns when the process is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM, as from systemd; returns the exit code, or -1 after a kill if it takes more than ten seconds, scaled. */
    public int stop() throws InterruptedException {
        process.destroy();
        if (process.waitFor(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS)) {
            return process.exitValue();
        }
        kill();
        return -1;
    }

    /** Runs {@code outrider WORD…} with the settings of this daemon. */
    public ProcessOutput outrider(String... words) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(), "--config", home.resolve("outrider.toml").toString()));
        command.addAll(List.of(words));
        Map<String, String> folders = new HashMap<>(environment);
        folders.keySet().retainAll(List.of("STATE_DIRECTORY", "RUNTIME_DIRECTORY"));
        return ProcessOutput.by(folders, command);
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join(); // afterwards it writes nothing
        }
        if (watcher != null) {
            watcher.close();
        }
    }
}
