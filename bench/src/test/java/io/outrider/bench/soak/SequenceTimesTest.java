package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class SequenceTimesTest {
    private final SequenceTimes times = new SequenceTimes();

    @Test
    void stepsBackAreCountedInTheOrderOfNumbersWhateverWasToldFirst() {
        times.put(4, 40);
        times.put(1, 30);
        times.put(2, 20);
        assertThat(times.stepsBack(0)).isEqualTo(1);
        assertThat(times.stepsBack(10)).isZero();
        times.put(3, 50);
        assertThat(times.stepsBack(9)).isEqualTo(2);
        times.put(2, 30);
        assertThat(times.stepsBack(9)).isEqualTo(1);
    }

    @Test
    void nothingToldAndTheEpochAreToldApart() {
        assertThat(times.stepsBack(0)).isZero();
        times.put(5, 0);
        times.put(9, -1);
        assertThat(times.stepsBack(0)).isEqualTo(1);
    }

    @Test
    void millionsCostLittleMoreThanALongEach() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int records = 1 << 20;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < records; i++) {
            times.put(i, i * 1_000_000L);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / records;
        assertThat(each).as("bytes, with all that was outgrown").isLessThan(32);
        assertThat(times.stepsBack(0)).isZero();
    }
}
