package io.outrider.agent.builtin;

import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.testing.WrongArguments;
import io.outrider.api.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts of the machine that runs the tests. */
class HostTest {
    @TempDir
    Path folder;

    private final Functions functions = with(new DiskModule());

    private static Functions with(DiskModule disk) {
        return new Functions(
                new Binder(Json.mapper()),
                List.of(
                        disk,
                        new StatusModule(Clock.systemUTC(), Ticker.system()),
                        new GrainsModule("unit-7", "1.2.3")));
    }

    private static Map<?, ?> run(Functions functions, String name, Object... positional) throws Exception {
        return (Map<?, ?>)
                functions.prepare(name, List.of(positional), Map.of()).run();
    }

    @Test
    void uptimeIsOfTheMachineAndTheDaemon() throws Exception {
        Map<?, ?> uptime = run(functions, "status.uptime");
        assertThat((Long) uptime.get("seconds")).isPositive();
        assertThat((String) uptime.get("since_iso")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
        assertThat((Long) uptime.get("agent_seconds")).isBetween(0L, 60L);
    }

    @Test
    void theStartOfTheMachineIsTheSameInEveryAnswerUntilTheClockIsSet() throws Exception {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        InstantSource source = () -> Instant.now().plus(ahead.get());
        Functions functions = new Functions(
                new Binder(Json.mapper()), List.of(new StatusModule(source.withZone(UTC), Ticker.system())));
        Object since = run(functions, "status.uptime").get("since_iso");
        for (int millis = 0; millis < 1000; millis += 50) {
            ahead.set(Duration.ofMillis(millis));
            assertThat(run(functions, "rpi.uptime").get("since_iso")).isEqualTo(since);
        }
        ahead.set(Duration.ofHours(1));
        assertThat(run(functions, "status.uptime").get("since_iso")).isNotEqualTo(since);
    }

    @Test
    void grainsDescribeTheUnit() throws Exception {
        Map<?, ?> grains = run(functions, "grains.items");
        assertThat(grains.get("id")).isEqualTo("unit-7");
        assertThat(grains.get("kernel")).isEqualTo("Linux");
        assertThat((Long) grains.get("mem_total")).isPositive();
        assertThat(functions.prepare("grains.get", List.of("id"), Map.of()).run())
                .isEqualTo("unit-7");
        assertThatThrownBy(() -> run(functions, "grains.get", "zz"))
                .hasMessageContaining("key: there is no such grain");
    }

    @Test
    void networkMountsAndInvalidLinesAreSkipped() throws Exception {
        Path mounts = folder.resolve("mounts");
        Path point = Files.createDirectory(folder.resolve("a b"));
        Files.write(
                mounts,
                ("/dev/x " + point.toString().replace(" ", "\\040") + " ext4 rw 0 0\nnonsense\n\n\u00ff"
                                + "host:/x /net nfs4 rw 0 0\nproc /proc proc rw 0 0\n")
                        .getBytes("ISO-8859-1"));
        Functions disks = with(new DiskModule(mounts));
        Map<?, ?> usage = run(disks, "disk.usage");
        assertThat(usage.keySet()).hasToString("[" + point + "]");
        assertThat(usage.get(point.toString()).toString()).contains("filesystem=/dev/x", "1K-blocks=", "capacity=");
        assertThat(run(disks, "disk.usage", point + "/c").keySet()).isEqualTo(usage.keySet());
        assertThatThrownBy(() -> run(disks, "disk.usage", "/net/a")).hasMessageContaining("on no local file system");
    }

    @Test
    void diskUsageOfAFileIsThatOfItsFileSystemAndARelativePathHasNone() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Path mounts = Files.writeString(folder.resolve("mounts"), "/dev/x " + folder + " ext4 rw 0 0\n");
        Functions disks = with(new DiskModule(mounts));
        assertThat(run(disks, "disk.usage", file.toString()).keySet()).hasToString("[" + folder + "]");
        assertThat(run(disks, "disk.usage", folder + "/x/../gone").keySet()).hasToString("[" + folder + "]");
        for (String wrong : List.of("file", "./file", "", "~")) {
            assertThatThrownBy(() -> run(disks, "disk.usage", wrong))
                    .hasMessage("disk.usage: path: takes an absolute path");
        }
        assertThatThrownBy(() -> run(disks, "disk.usage", folder + "/../elsewhere"))
                .hasMessageContaining("on no local file system");
        assertThatThrownBy(() -> run(with(new DiskModule(folder.resolve("gone"))), "disk.usage"))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void wrongArgumentsAreRefusedByName() {
        functions.all().forEach(each -> WrongArguments.check(functions, each));
    }
}
