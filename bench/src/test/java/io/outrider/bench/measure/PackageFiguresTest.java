package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.ProcessMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judgement of the figures of {@code bench/measure package}, and what they are made of. */
class PackageFiguresTest {
    @TempDir
    private Path folder;

    private static List<Figure> starts(double linked) {
        List<StartTimes.Start> with = List.of(
                new StartTimes.Start(400, linked, 500),
                new StartTimes.Start(390, linked - 20, 500),
                new StartTimes.Start(450, linked + 900, 510));
        List<StartTimes.Start> without = List.of(new StartTimes.Start(700, 900, 1_200));
        return StartTimes.figures(with, without, List.of(50.0));
    }

    @Test
    void theMedianTimeToTheLinkHasALimitOfSixHundredMilliseconds() {
        assertThat(starts(600)).allMatch(Figure::ok).hasSize(6);
        assertThat(starts(601)).extracting(Figure::ok).containsExactly(true, false, true, true, true, true);
    }

    @Test
    void aTimeIsPrintedWithItsRangeAndItsYardstick() {
        assertThat(starts(580).get(1).line())
                .startsWith("from start to linked, with the archive | 580 ms (560 to 1480) | "
                        + "a Java program that does nothing 50 ms (50 to 50); published: ")
                .endsWith(" | 11.60 | at most 600 ms | ok");
    }

    @Test
    void memoryOfAProcessIsPrintedWithItsProportionalPart() throws Exception {
        long self = ProcessHandle.current().pid();
        assertThat(ProcessMemory.proportional(self))
                .isBetween(10.0, ProcessMemory.of(self).peak());
        Figure figure = PackageFigures.memory("of this test", self);
        assertThat(figure.name()).isEqualTo("resident memory of this test");
        assertThat(figure.measured()).matches("[0-9.]+ MB, proportional [0-9.]+, most so far [0-9.]+, \\d+ threads");
        assertThat(figure.target()).isEqualTo("at most 70 MB");
        assertThat(figure.yardstick()).contains("Greengrass needs 96 MB");
    }

    @Test
    void filesAreSummedByTheEndOfTheirNames() throws IOException {
        Files.write(folder.resolve("a.jar"), new byte[2_000_000]);
        Files.write(Files.createDirectory(folder.resolve("sub")).resolve("b.jar"), new byte[500_000]);
        Files.write(folder.resolve("c.jsa"), new byte[1_000_000]);
        assertThat(PackageFigures.megabytes(folder, ".jar")).isEqualTo(2.5);
        assertThat(PackageFigures.megabytes(folder, "")).isEqualTo(3.5);
    }

    @Test
    void aReadyNotificationIsReadFromTheSocket() throws Exception {
        Path path = folder.resolve("notify");
        try (ReadySocket socket = new ReadySocket(path)) {
            long begun = System.nanoTime();
            Process sender = new ProcessBuilder("socat", "-u", "STDIN", "UNIX-SENDTO:" + path).start();
            sender.getOutputStream().write("READY=1".getBytes());
            sender.getOutputStream().close();
            assertThat(socket.next()).isBetween(begun, System.nanoTime());
        }
    }

    /** The standard loggers are known to the page of loggers, which a test of the agent compares with the code. */
    @Test
    void theScaledHourCallsEachPeriodicLoggerAsOftenAsAnHourDoes() throws IOException {
        String toml = DrivingPackage.scaledLoggers();
        String page = Files.readString(DaemonProcess.installed()
                .resolve("../../../../../docs/loggers.md")
                .normalize());
        List<String> names = new ArrayList<>();
        long calls = 0;
        Matcher logger = Pattern.compile("name = \"(.*)\"\n(?:.*\n){3}every = \"(\\d+)ms\"")
                .matcher(toml);
        while (logger.find()) {
            names.add(logger.group(1));
            assertThat(page).contains("`" + logger.group(1) + "`");
            calls += 180_000 / Long.parseLong(logger.group(2));
        }
        assertThat(names).hasSize(12).doesNotHaveDuplicates();
        assertThat(calls).isEqualTo(DrivingPackage.CALLS_AN_HOUR);
    }

    @Test
    void everyFlagThatIsTurnedRoundIsOneOfTheStartScript() throws IOException {
        String script = Files.readString(DaemonProcess.installed().resolveSibling("outrider-environment"));
        assertThat(JvmFlags.OPPOSITES).hasSizeGreaterThan(10);
        for (Map.Entry<String, String> each : JvmFlags.OPPOSITES.entrySet()) {
            assertThat(script).contains(each.getKey());
            assertThat(each.getValue()).doesNotContain(each.getKey());
        }
    }

    @Test
    void aPartThatIsNoneMeasuresNothing() throws Exception {
        List<Figure> figures = new ArrayList<>();
        assertThat(new PackageMeasurements(folder, figures::addAll).measure(List.of("size", "sizes")))
                .isFalse();
        assertThat(figures).isEmpty();
    }

    @Test
    void aProcessThatHasEndedHasNoMemory() {
        assertThatThrownBy(() -> ProcessMemory.proportional(0)).isInstanceOf(IOException.class);
    }
}
