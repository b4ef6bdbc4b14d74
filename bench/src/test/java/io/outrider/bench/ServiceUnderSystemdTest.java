package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Daemon as a service of a real systemd. The time limits are for an emulated machine, where a JVM starts in 13 s. */
@Tag("vcan")
@Timeout(value = 1200, threadMode = Timeout.ThreadMode.SAME_THREAD)
class ServiceUnderSystemdTest {
    private static final String SERVICE = "outrider-tried.service";
    private static final long PATIENCE_SECONDS = TimeoutFactor.scaledSeconds(180);

    /** Signs of life come late on one emulated processor. */
    private static final long WATCHDOG_SECONDS = 30;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        file = folder.resolve("outrider.toml");
        Files.writeString(file, "unit.id = \"u-7\"\n");
        ProcessOutput.by("systemctl", "reset-failed", SERVICE);
    }

    @AfterEach
    void end() throws Exception {
        ProcessOutput.by("systemctl", "kill", "--signal=KILL", SERVICE);
        ProcessOutput.by("systemctl", "stop", SERVICE);
    }

    /** Returns when systemd reports it as started or failed. */
    private ProcessOutput start(String... properties) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "systemd-run",
                "--unit=" + SERVICE,
                "--property=Type=notify",
                "--property=NotifyAccess=main",
                "--property=StateDirectory=outrider-tried",
                "--property=RuntimeDirectory=outrider-tried",
                "--property=TimeoutStartSec=" + PATIENCE_SECONDS));
        command.addAll(List.of(properties));
        command.addAll(List.of(DaemonProcess.installed().toString(), "daemon", "--config", file.toString()));
        return ProcessOutput.by(command.toArray(String[]::new));
    }

    private static Map<String, String> shown() throws Exception {
        Map<String, String> shown = new TreeMap<>();
        ProcessOutput.by("systemctl", "show", SERVICE)
                .out()
                .lines()
                .filter(line -> line.contains("="))
                .forEach(line -> {
                    String[] pair = line.split("=", 2);
                    shown.put(pair[0], pair[1]);
                });
        return shown;
    }

    private interface Wanted {
        boolean is() throws Exception;
    }

    /** Looks once a second, as the machine has one slow processor, and each look is a program or two. */
    private static void await(String what, Wanted wanted) throws Exception {
        long begun = System.nanoTime();
        while (!wanted.is()) {
            assertThat(System.nanoTime() - begun)
                    .as("waiting until " + what + ": " + shown() + log())
                    .isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    private static String log() throws Exception {
        return ProcessOutput.by("journalctl", "--no-pager", "-u", SERVICE).out();
    }

    @Test
    void serviceIsActiveWhenReadyReloadsOnSighupGivesSignsOfLifeAndStopsCleanly() throws Exception {
        assertThat(start("--property=WatchdogSec=" + WATCHDOG_SECONDS).code())
                .as(log())
                .isZero();
        long ready = System.nanoTime();
        assertThat(shown()).containsEntry("ActiveState", "active").containsEntry("SubState", "running");
        await("it has said so", () -> "unit u-7, no link to the fleet is set".equals(shown().get("StatusText")));
        assertThat(Files.exists(Path.of("/run/outrider-tried/token"))).isTrue();

        Files.writeString(file, "unit.id = \"u-7\"\njobs.running = 3\n");
        String pid = shown().get("MainPID");
        ProcessOutput.by("systemctl", "kill", "--kill-whom=main", "--signal=HUP", SERVICE);
        await("it has reloaded", () -> log().contains("jobs.running: 8 -> 3"));
        Files.writeString(file, "unit.id = \"u-7\"\njobs.runing = 3\n");
        ProcessOutput.by("systemctl", "kill", "--kill-whom=main", "--signal=HUP", SERVICE);
        await("it has refused", () -> log().contains("did you mean running"));
        await("it is active again", () -> "active".equals(shown().get("ActiveState")));
        prioritiesAreThoseOfTheLines();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(WATCHDOG_SECONDS + 2) - (System.nanoTime() - ready));
        assertThat(shown()).as("it gives signs of life").containsEntry("ActiveState", "active");
        assertThat(shown()).containsEntry("MainPID", pid);

        long begun = System.nanoTime();
        ProcessOutput.by("systemctl", "stop", SERVICE);
        assertThat(System.nanoTime() - begun)
                .as("not ended by systemd's limit of 90 s")
                .isLessThan(TimeUnit.SECONDS.toNanos(60));
        await("the journal has its end", () -> log().contains("Deactivated successfully"));
    }

    private void prioritiesAreThoseOfTheLines() throws Exception {
        Map<String, String> priorities = new TreeMap<>();
        for (String line : ProcessOutput.by("journalctl", "--no-pager", "-o", "json", "-u", SERVICE)
                .out()
                .lines()
                .toList()) {
            JsonNode entry = new ObjectMapper().readTree(line);
            priorities.put(
                    entry.path("MESSAGE").asText(), entry.path("PRIORITY").asText());
        }
        assertThat(priorities).anySatisfy((message, priority) -> {
            assertThat(message).endsWith("runs as unit u-7");
            assertThat(priority).isEqualTo("6");
        });
        assertThat(priorities).anySatisfy((message, priority) -> {
            assertThat(message).startsWith("settings: the settings of ").contains("are not in force");
            assertThat(priority).isEqualTo("4");
        });
    }

    @Test
    @Tag("long")
    void hangingServiceIsEndedByTheWatchdog() throws Exception {
        assertThat(start("--property=WatchdogSec=" + WATCHDOG_SECONDS).code())
                .as(log())
                .isZero();
        ProcessOutput.by("kill", "-STOP", shown().get("MainPID"));
        await("systemd has noticed", () -> "watchdog".equals(shown().get("Result")));
        await("the journal has the reason", () -> log().contains("Watchdog timeout"));
    }

    @Test
    void invalidSettingsAtTheFirstStartFailTheServiceWithTheirCode() throws Exception {
        Files.writeString(file, "[unit\n");
        assertThat(start().code()).isNotZero();
        await("it has failed", () -> "failed".equals(shown().get("ActiveState")));
        assertThat(shown()).containsEntry("ExecMainStatus", "3").containsEntry("Result", "exit-code");
        await("the journal has the reason", () -> log().contains("is not TOML"));
    }
}
