package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.api.LocalUnit;
import io.outrider.agent.operator.stream.StreamEvent;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Program in a process of its own, on a pseudo-terminal of {@code script}, with typed keys. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("slow")
class ProgramOnTerminalTest {
    private static final String CTRL_C = "\003";

    @TempDir
    private Path directory;

    private LocalUnit unit;
    private Process script;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
    }

    @AfterEach
    void close() throws Exception {
        script.destroyForcibly().waitFor();
        unit.close();
    }

    private void start(String locale, String words) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String command = "stty cols 70 rows 12; echo $$ > " + directory + "/pid; exec "
                + String.join(" ", Programs.withDefaultSignals(List.of(java)))
                + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Doutrider.terminal=true -Doutrider.terminal.err=true -cp "
                + System.getProperty("java.class.path") + " io.outrider.agent.Main --api " + unit.url()
                + " --token-file " + directory.resolve("token") + " " + words;
        ProcessBuilder builder =
                new ProcessBuilder(Programs.find("script", "bsdutils"), "-q", "-e", "-c", command, "/dev/null");
        builder.environment().put("LC_ALL", locale);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("SHELL", "/bin/sh");
        script = builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve("screen").toFile())
                .start();
    }

    private String screen() {
        try {
            return Files.readString(directory.resolve("screen"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String page() {
        String screen = screen();
        return screen.substring(Math.max(0, screen.lastIndexOf("\033[H")));
    }

    /** Publishes values until the condition holds. */
    private void awaitScreen(Predicate<String> condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TimeoutFactor.scaledSeconds(60));
        int value = 0;
        while (!condition.test(screen())) {
            assertThat(System.nanoTime()).as(screen()).isLessThan(deadline);
            assertThat(script.isAlive()).as(screen()).isTrue();
            String type = "obd.rpm";
            unit.broadcast.publish(new StreamEvent(
                    StreamEvent.RECORD,
                    type,
                    Map.of("@t", type, "@ts", "2026-11-21T10:15:00.061530Z", "value", value++ % 900)));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private int ended() throws Exception {
        assertThat(script.waitFor(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS))
                .isTrue();
        return script.exitValue();
    }

    private void type(String keys) throws IOException {
        OutputStream keyboard = script.getOutputStream();
        keyboard.write(keys.getBytes(StandardCharsets.US_ASCII));
        keyboard.flush();
    }

    @ParameterizedTest
    @CsvSource({"C.UTF-8, ┤", "C, +"})
    void aPlotFitsTheTerminalAndCtrlCRestoresIt(String locale, String tick) throws Exception {
        start(locale, "plot obd.rpm obd.speed");
        awaitScreen(screen -> screen.contains("max ") && screen.contains(tick));
        assertThat(page().lines().map(line -> line.replaceAll("\033\\[.", "").stripTrailing()))
                .hasSizeLessThanOrEqualTo(12)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(70));
        type(CTRL_C);
        assertThat(ended()).isEqualTo(130);
        assertThat(screen()).endsWith("\033[?25h\033[?1049l");
    }

    @Test
    void aPlotFollowsTheTerminalSize() throws Exception {
        start("C.UTF-8", "plot obd.rpm");
        awaitScreen(screen -> screen.contains("max "));
        String pid = Files.readString(directory.resolve("pid")).strip();
        Programs.run(List.of(
                "/bin/sh", "-c", "stty cols 100 rows 20 < $(readlink /proc/" + pid + "/fd/0); kill -WINCH " + pid));
        awaitScreen(screen -> page().lines().anyMatch(line -> line.length() > 90));
        Programs.run(List.of("/bin/sh", "-c", "kill -TERM " + pid));
        assertThat(ended()).isEqualTo(143);
        assertThat(screen()).endsWith("\033[?25h\033[?1049l");
    }

    @Test
    void aStreamIsColouredAndEndsWithCtrlC() throws Exception {
        start("C.UTF-8", "stream 'obd.*'");
        awaitScreen(screen -> screen.contains("\033[1mobd.rpm"));
        type(CTRL_C);
        assertThat(ended()).isEqualTo(130);
    }

    @Test
    void aBarShowsTheProgressOfACallUntilItsResult() throws Exception {
        start("C.UTF-8", "toy.wait");
        awaitScreen(screen -> screen.contains("\r\033[K[######..............] 33 %  1/3 steps  waiting"));
        unit.toy.go.countDown();
        assertThat(ended()).isZero();
        assertThat(screen()).endsWith("waiting\r\033[Kwent on\r\n");
    }
}
