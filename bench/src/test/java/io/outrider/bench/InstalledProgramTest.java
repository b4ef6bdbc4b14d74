package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Installed program {@code bin/outrider} in a process of its own. */
@Tag("vcan")
@Tag("long") // its starts of Java take minutes on the emulated processor
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class InstalledProgramTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An emulated machine starts it in 13 s on an idle host; ending loads no more classes. */
    private static final long START_SECONDS = TimeoutFactor.scaledSeconds(180);

    private static final long END_SECONDS = TimeoutFactor.scaledSeconds(30);

    private KernelBus bus;

    @TempDir
    private Path directory;

    /** Result of a program: exit code, standard output, standard error. */
    private record ProgramOutput(int code, String out, String err) {}

    @BeforeEach
    void openBus() throws Exception {
        bus = new KernelBus();
    }

    @AfterEach
    void closeBus() throws Exception {
        bus.close();
    }

    private Process start(String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(DaemonProcess.installed().toString(), "--data", directory + "/data"));
        command.addAll(List.of(words));
        return new ProcessBuilder(Programs.withDefaultSignals(command))
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
    }

    private ProgramOutput ended(Process process, long seconds) throws Exception {
        try {
            assertThat(process.waitFor(seconds, TimeUnit.SECONDS))
                    .as("it ends within " + seconds + " s")
                    .isTrue();
            return new ProgramOutput(process.exitValue(), written("out"), written("err"));
        } finally {
            process.destroyForcibly();
        }
    }

    private String written(String what) throws IOException {
        return Files.readString(directory.resolve(what));
    }

    private ProgramOutput run(String... words) throws Exception {
        return ended(start(words), START_SECONDS);
    }

    /** Polls rarely, as polling takes time from the program on a single processor. */
    private void awaitLines(Process process, int count) throws Exception {
        long begun = System.nanoTime();
        while (written("out").lines().count() < count) {
            assertThat(process.waitFor(250, TimeUnit.MILLISECONDS))
                    .as("it ended by itself: " + written("out") + written("err"))
                    .isFalse();
            assertThat(System.nanoTime() - begun)
                    .as("waiting for line " + count + ": " + written("out") + written("err"))
                    .isLessThan(TimeUnit.SECONDS.toNanos(START_SECONDS));
        }
    }

    private static double rpm(String line) throws IOException {
        JsonNode reading = JSON.readTree(line);
        assertThat(reading.path("_type").asText()).isEqualTo("rpm");
        assertThat(reading.path("_stamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*\\.\\d{6}");
        return reading.path("value").asDouble();
    }

    @Test
    void queryPrintsOneLineOfJson() throws Exception {
        ProgramOutput ended = run("--can", "vcan0", "--set", "obd.response_timeout_ms=4000", "obd.query", "RPM");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out().lines()).hasSize(1);
        assertThat(rpm(ended.out())).isEqualTo(KernelBus.TOWN.engine().rpm(), within(0.25));
    }

    @Test
    void unknownInterfaceIsAnErrorThatListsTheExistingOnes() throws Exception {
        ProgramOutput ended = run("--can", "can7", "obd.query", "RPM");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("can7", "vcan0", "vcan1");
        assertThat(JSON.readTree(ended.out()).path("code").asText()).isEqualTo("BUS_MISSING");
        assertThat(JSON.readTree(ended.out()).path("error").asText()).contains("vcan0, vcan1");
    }

    @Test
    void interruptEndsARepetitionPromptly() throws Exception {
        Process process =
                start("--can", "vcan0", "--set", "obd.response_timeout_ms=4000", "--every", "1", "obd.query", "RPM");
        try {
            awaitLines(process, 2);
            assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            ProgramOutput ended = ended(process, END_SECONDS);
            assertThat(ended.code()).isEqualTo(130);
            assertThat(ended.out()).endsWith("\n");
            for (String line : ended.out().lines().toList()) {
                assertThat(rpm(line)).isEqualTo(KernelBus.TOWN.engine().rpm(), within(0.25));
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
