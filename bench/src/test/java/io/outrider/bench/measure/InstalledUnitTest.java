package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.Mosquitto;
import io.outrider.bench.daemon.DaemonProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the installed daemon takes of a machine. The figures of the memory hold as they are; those of a rest have a
 * margin, because it has only just begun and the machine is shared: {@code bench/measure telemetry} takes the time.
 */
class InstalledUnitTest {
    private static final double MOST_MEGABYTES = 80;
    private static final double MOST_CPU_PERCENT = 3;
    private static final double MOST_SWITCHES = 8;

    @TempDir
    private Path folder;

    @Test
    void itHoldsLittleAndAtRestItSleeps() throws Exception {
        DaemonProcess.archive();
        try (Mosquitto broker = Mosquitto.open(folder);
                InstalledUnit unit = new InstalledUnit(folder, broker)) {
            unit.start();
            unit.addRecords(10);
            assertThat(unit.megabytes()).isBetween(20.0, MOST_MEGABYTES);
            ProcessUse used = unit.rest(15, 15);
            assertThat(used.cpuPercent()).isLessThanOrEqualTo(MOST_CPU_PERCENT);
            assertThat(used.switchesASecond()).isBetween(0.5, MOST_SWITCHES);
        }
    }
}
