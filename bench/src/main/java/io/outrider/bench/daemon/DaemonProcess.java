package io.outrider.bench.daemon;

import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code outrider daemon} with settings and data of its own; started, killed and started again. One thread. */
public final class DaemonProcess implements AutoCloseable {
    private final Path program;
    private final Path home;
    private final Map<String, String> more = new HashMap<>();
    private Process process;

    /**
     * @param program {@code bin/outrider}
     * @param home a folder that gets {@code outrider.toml}, {@code data}, {@code run} and {@code log}
     * @param toml the settings
     */
    public DaemonProcess(Path program, Path home, String toml) {
        this.program = program;
        this.home = home;
        settings(toml);
    }

    /** Other settings from its next start on. */
    public void settings(String toml) {
        try {
            Files.createDirectories(home);
            Files.writeString(home.resolve("outrider.toml"), toml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The program that Maven has put together: where {@code -Doutrider.program} says, else in this repository. */
    public static Path installed() {
        String told = System.getProperty("outrider.program");
        if (told != null) {
            return Path.of(told);
        }
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path built = at.resolve("agent/target/outrider/bin/outrider");
            if (Files.isExecutable(built)) {
                return built;
            }
        }
        throw new IllegalStateException("agent/target/outrider is not built: bench/build");
    }

    /** Makes the archive of classes with which {@link #installed} starts faster and holds less, as an installation does. */
    public static void archive() throws IOException, InterruptedException {
        int code =
                new ProcessBuilder(installed() + "-archive").inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException("outrider-archive ended with " + code);
        }
    }

    /** One more variable of the environment in which it is started from now on. */
    public void environment(String name, String value) {
        more.put(name, value);
    }

    /** @param options for the JVM, separated by blanks */
    public void start(String options) {
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(),
                "daemon",
                "--config",
                home.resolve("outrider.toml").toString());
        builder.environment().putAll(environment());
        builder.environment().putAll(more);
        builder.environment().put("OUTRIDER_JAVA_OPTS", options);
        try {
            process = builder.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
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

    public boolean alive() {
        return process != null && process.isAlive();
    }

    /** Exit code of the process that was started last, once it has ended. */
    public int exitCode() {
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    /** SIGKILL; returns when the process is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM, as systemd does; returns the exit code, or kills after ten seconds, more on a slow machine, and returns -1. */
    public int stop() throws InterruptedException {
        process.destroy();
        if (process.waitFor(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS)) {
            return process.exitValue();
        }
        kill();
        return -1;
    }

    /** What {@code outrider WORD…} prints for this daemon, and its exit code. */
    public ProcessOutput outrider(String... words) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(), "--config", home.resolve("outrider.toml").toString()));
        command.addAll(List.of(words));
        return ProcessOutput.by(environment(), command);
    }

    private Map<String, String> environment() {
        return Map.of(
                "STATE_DIRECTORY", home.resolve("data").toString(),
                "RUNTIME_DIRECTORY", home.resolve("run").toString());
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join(); // it writes no more
        }
    }
}
