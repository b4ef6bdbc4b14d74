package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the program in separate processes: the daemon and its signals, and the command line that finds it. */
@Timeout(120)
@Tag("slow")
class MainTest {
    private static final Duration START = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final int port = Mosquitto.freePort();
    private Process daemon;

    /** Outcome of a program. */
    private record ProgramResult(int code, String out) {}

    @BeforeEach
    void settings() throws IOException {
        settings("jobs.running = 3");
    }

    @AfterEach
    void end() throws InterruptedException {
        if (daemon != null) {
            daemon.destroyForcibly().waitFor();
        }
    }

    private void settings(String more) throws IOException {
        Files.writeString(
                folder.resolve("outrider.toml"), "unit.id = \"u-7\"\nlocal.port = " + port + "\n" + more + "\n");
    }

    private Process run(File output, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.outrider.agent.Main",
                "--config",
                folder.resolve("outrider.toml").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(Programs.withDefaultSignals(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output));
        builder.environment().put("STATE_DIRECTORY", folder.resolve("data").toString());
        builder.environment().put("RUNTIME_DIRECTORY", folder.resolve("run").toString());
        builder.environment().remove("JOURNAL_STREAM");
        return builder.start();
    }

    private ProgramResult outrider(String... words) throws Exception {
        File output = Files.createTempFile(folder, "out", "").toFile();
        Process process = run(output, words);
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS))
                .isTrue();
        return new ProgramResult(process.exitValue(), Files.readString(output.toPath()));
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    /** Returns when it runs. */
    private void start() throws IOException {
        Files.deleteIfExists(folder.resolve("log"));
        daemon = run(folder.resolve("log").toFile(), "daemon");
        Await.until("the daemon runs", START, () -> {
            assertThat(daemon.isAlive()).as(log()).isTrue();
            return log().contains("runs as unit u-7");
        });
    }

    private void signal(String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(daemon.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void sighupAndTheCommandReloadAndSigtermStops() throws Exception {
        start();
        settings("jobs.running = 4");
        ProgramResult check = outrider("config", "check");
        assertThat(check.code()).as(check.out()).isZero();
        assertThat(check.out()).contains("jobs.running: 3 -> 4");
        signal("HUP");
        Await.until("it has reloaded", () -> log().contains("in force: jobs.running"));
        settings("jobs.running = 5");
        assertThat(outrider("reload").out()).contains("jobs.running: 4 -> 5");
        settings("jobs.running = 0");
        assertThat(outrider("config", "check").code()).isEqualTo(3);
        signal("HUP");
        Await.until("it has refused", () -> log().contains("running: 0 is not from"));
        signal("TERM");
        assertThat(daemon.waitFor(TimeoutFactor.scaledSeconds(15), TimeUnit.SECONDS))
                .isTrue();
        assertThat(daemon.exitValue()).isZero();
    }

    @Test
    void afterAPowerCutItStartsWithBrokenFilesAndIsFound() throws Exception {
        start();
        daemon.destroyForcibly().waitFor();
        Files.writeString(folder.resolve("outrider.toml"), "[unit\n");
        start();
        assertThat(log()).contains("ERROR", "is not TOML");
        ProgramResult ping = outrider("test.ping");
        assertThat(ping.code()).as(ping.out()).isZero();
        assertThat(outrider("status").out()).contains("is not TOML");
        assertThat(outrider("config", "check").code()).isEqualTo(3);
    }

    @Test
    void badSettingsAtTheFirstStartExitWithTheOperatorsCode() throws Exception {
        Files.writeString(folder.resolve("outrider.toml"), "[unit\n");
        ProgramResult ended = outrider("daemon");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).contains("is not TOML");
        assertThat(outrider("status").code()).isEqualTo(3);
    }

    @Test
    void sighupDuringTheStartDoesNotEndTheProcess() throws Exception {
        daemon = run(folder.resolve("log").toFile(), "daemon");
        Await.until("it is nearly there", START, () -> log().contains("local API on"));
        signal("HUP");
        Await.until("it has reloaded", START, () -> {
            assertThat(daemon.isAlive()).as(log()).isTrue();
            return log().contains("reload on SIGHUP: nothing changed");
        });
    }
}
