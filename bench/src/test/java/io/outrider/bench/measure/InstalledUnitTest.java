package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resource use of the installed daemon. The limit of memory is that of {@code bench/measure telemetry}; the limits at rest
 * have a margin and a minute to be reached, as the test machine is shared.
 */
@Tag("slow")
class InstalledUnitTest {
    private static final double MOST_MEGABYTES = 80;
    private static final double MOST_CPU_PERCENT = 3;
    private static final double FEWEST_SWITCHES = 0.5;
    private static final double MOST_SWITCHES = 8;

    private static final int MAX_INTERVALS = 12;

    @TempDir
    private Path folder;

    private static boolean isAtRest(CpuUsage used) {
        return used.cpuPercent() <= MOST_CPU_PERCENT
                && used.switchesPerSecond() <= MOST_SWITCHES
                && used.switchesPerSecond() >= FEWEST_SWITCHES; // the count of a thread that ends is missing
    }

    @Test
    void memoryIsLimitedAndARestingDaemonSleeps() throws Exception {
        Installation.archive(DaemonProcess.installed());
        try (Mosquitto broker = Mosquitto.open(folder);
                InstalledUnit unit = new InstalledUnit(folder, broker)) {
            unit.start();
            unit.addRecords(5);
            assertThat(unit.megabytes()).isBetween(20.0, MOST_MEGABYTES);
            CpuUsage used = unit.use(5);
            for (int i = 1; i < MAX_INTERVALS && !isAtRest(used); i++) {
                used = unit.use(5);
            }
            assertThat(used.cpuPercent()).isLessThanOrEqualTo(MOST_CPU_PERCENT);
            assertThat(used.switchesPerSecond()).isBetween(FEWEST_SWITCHES, MOST_SWITCHES);
        }
    }
}
