package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the installed daemon takes of a machine. The figures of the memory hold as they are; those of a rest have a
 * margin, because the machine is shared, and a minute to be reached: {@code bench/measure telemetry} takes the time.
 */
@Tag("slow")
class InstalledUnitTest {
    private static final double MOST_MEGABYTES = 80;
    private static final double MOST_CPU_PERCENT = 3;
    private static final double FEWEST_SWITCHES = 0.5;
    private static final double MOST_SWITCHES = 8;

    private static final int MOST_RESTS = 12;

    @TempDir
    private Path folder;

    private static boolean isRest(ProcessUse used) {
        return used.cpuPercent() <= MOST_CPU_PERCENT
                && used.switchesASecond() <= MOST_SWITCHES
                && used.switchesASecond() >= FEWEST_SWITCHES; // a thread that ends takes its count with it
    }

    @Test
    void itHoldsLittleAndAtRestItSleeps() throws Exception {
        DaemonProcess.archive();
        try (Mosquitto broker = Mosquitto.open(folder);
                InstalledUnit unit = new InstalledUnit(folder, broker)) {
            unit.start();
            unit.addRecords(5);
            assertThat(unit.megabytes()).isBetween(20.0, MOST_MEGABYTES);
            ProcessUse used = unit.rest(2, 5);
            for (int i = 1; i < MOST_RESTS && !isRest(used); i++) {
                used = unit.rest(0, 5);
            }
            assertThat(used.cpuPercent()).isLessThanOrEqualTo(MOST_CPU_PERCENT);
            assertThat(used.switchesASecond()).isBetween(FEWEST_SWITCHES, MOST_SWITCHES);
        }
    }
}
