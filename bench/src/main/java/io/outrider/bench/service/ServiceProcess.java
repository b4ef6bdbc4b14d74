package io.outrider.bench.service;

import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Process {@code outrider-service run} on free ports, with its data in a folder; started, killed and started again. One thread. */
public final class ServiceProcess implements KillableService {
    private static final Duration START = Duration.ofSeconds(90);
    private static final int HEALTH_MILLIS = 30_000;
    private static final long STOP_SECONDS = 30;

    private final Path program;
    private final Path folder;
    private final Path settings;
    private final int port;
    private final int brokerPort;
    private Process process;

    /**
     * Writes the settings.
     *
     * @param more further lines of the section {@code [broker]}, and other sections
     */
    public ServiceProcess(Path program, Path folder, String more) throws IOException {
        this.program = program;
        this.folder = Files.createDirectories(folder);
        port = Mosquitto.freePort();
        brokerPort = Mosquitto.freePort();
        settings = Files.writeString(
                folder.resolve("service.toml"),
                "data = \"%s\"%n[http]%nport = %d%n[tls]%nport = %d%n[broker]%nport = %d%n%s"
                        .formatted(folder.resolve("data"), port, Mosquitto.freePort(), brokerPort, more));
    }

    /** Start script of the built program. */
    public static Path built() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path script = at.resolve("service/target/outrider-service/bin/outrider-service");
            if (Files.isExecutable(script)) {
                return script;
            }
        }
        throw new IllegalStateException("service/target/outrider-service is not built: bench/service builds it");
    }

    /** The working tree. */
    public static Path root() {
        return built().resolve("../../../../..").normalize();
    }

    /** Starts and waits until it is healthy; if it does not become so, its threads are in its log. */
    @Override
    public void start() throws IOException, InterruptedException {
        process = new ProcessBuilder(program.toString(), "run", "--settings", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        try {
            Await.until("the service is healthy, see " + log(), START, this::isHealthy);
        } catch (AssertionError e) {
            ProcessOutput.by("kill", "-QUIT", Long.toString(process.pid())); // of a JVM: prints all threads
            process.waitFor(1, TimeUnit.SECONDS);
            throw e;
        }
    }

    private boolean isHealthy() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError("the service has ended: " + Files.readString(log()));
        }
        HttpURLConnection health =
                (HttpURLConnection) URI.create(url() + "/health").toURL().openConnection();
        health.setReadTimeout(HEALTH_MILLIS);
        try {
            if (health.getResponseCode() != 200) {
                throw new IOException(new String(health.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            return true;
        } finally {
            health.disconnect();
        }
    }

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public int brokerPort() {
        return brokerPort;
    }

    public Path data() {
        return folder.resolve("data");
    }

    @Override
    public Path log() {
        return folder.resolve("log");
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public String token() throws IOException {
        return Files.readString(folder.resolve("data/first-token")).strip();
    }

    /** Runs {@code outrider-service WORD…} with the settings of this service to its end. */
    public ProcessOutput command(String... words) throws InterruptedException {
        return ProcessOutput.by(words(words).toArray(String[]::new));
    }

    /** Starts {@code outrider-service WORD…} with the settings of this service. */
    Process operator(String... words) throws IOException {
        return new ProcessBuilder(words(words)).redirectErrorStream(true).start();
    }

    private List<String> words(String... words) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--settings", settings.toString()));
        return command;
    }

    /** SIGKILL; returns when the process is gone. */
    @Override
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM, as from systemd; returns the exit code, or -1 after a kill if it takes too long. */
    public int stop() throws InterruptedException {
        process.destroy();
        if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            return process.exitValue();
        }
        kill();
        return -1;
    }

    @Override
    public void close() throws InterruptedException {
        if (process != null) {
            kill();
        }
    }
}
