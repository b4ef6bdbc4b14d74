package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class CpuUsageTest {
    private static final long SELF = ProcessHandle.current().pid();

    @Test
    void cpuTimeIsReadBehindAnyProcessName() {
        String stat = "42 (a ) b (c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0";
        assertThat(CpuUsage.cpuSeconds(stat)).isEqualTo(3.0, within(1e-9));
    }

    @Test
    void involuntarySwitchesAreNotCounted() {
        assertThat(CpuUsage.sum(CpuUsage.SWITCHES, "voluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t7\n"))
                .isEqualTo(150);
    }

    @Test
    void switchesOfAThreadAreCounted() throws Exception {
        CpuUsage begun = CpuUsage.now(SELF);
        for (int i = 0; i < 200; i++) {
            LockSupport.parkNanos(1_000_000);
        }
        CpuUsage used = CpuUsage.now(SELF).since(begun);
        assertThat(used.switches()).isGreaterThanOrEqualTo(150);
        assertThat(used.switchesPerSecond()).isEqualTo(used.switches() / used.seconds(), within(1e-9));
    }

    @Test
    void cpuTimeIsCounted() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        CpuUsage begun = CpuUsage.now(SELF);
        long end = threads.getCurrentThreadCpuTime() + 100_000_000; // however long the machine takes for it
        long sum = 0;
        while (threads.getCurrentThreadCpuTime() < end) {
            sum += System.nanoTime() % 7;
        }
        assertThat(sum).isPositive();
        CpuUsage used = CpuUsage.now(SELF).since(begun);
        assertThat(used.cpuSeconds()).isGreaterThanOrEqualTo(0.08); // ticks of 10 ms
        assertThat(used.cpuPercent()).isPositive();
    }
}
