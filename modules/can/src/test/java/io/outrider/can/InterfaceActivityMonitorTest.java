package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with a fake sysfs folder. */
class InterfaceActivityMonitorTest {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long LOOK = 200_000_000;

    @TempDir
    private Path device;

    private final ManualTicker ticker = new ManualTicker();
    private final AtomicLong own = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();

    @BeforeEach
    void makeInterface() throws IOException {
        Files.createDirectory(device.resolve("statistics"));
        received("0");
    }

    private void received(Object count) throws IOException {
        Files.writeString(device.resolve("statistics/rx_packets"), count + "\n");
    }

    private void isHardware() throws IOException {
        Files.createDirectory(device.resolve("device"));
    }

    private InterfaceActivityMonitor monitor() {
        return new InterfaceActivityMonitor(device, ticker, own::get, errors::get);
    }

    private long after(InterfaceActivityMonitor monitor, long nanos) {
        ticker.advance(nanos);
        return monitor.silenceNanos();
    }

    @Test
    void framesBeforeTheFirstSampleAreNoActivity() throws Exception {
        received(1_000_000);
        InterfaceActivityMonitor monitor = monitor();
        assertThat(monitor.silenceNanos()).isEqualTo(NEVER);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
    }

    @Test
    void framesSinceTheLastSampleAreActivityNow() throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        received(1);
        assertThat(after(monitor, 60 * LOOK)).isZero();
        assertThat(after(monitor, 3 * LOOK)).isEqualTo(3 * LOOK);
        assertThat(after(monitor, 7 * LOOK)).isEqualTo(10 * LOOK);
        received(2);
        assertThat(after(monitor, LOOK)).isZero();
    }

    /** Linux before 5.17; the request was sent on hardware, which does not count it as received. */
    @Test
    void errorFramesInTheKernelsCountAreNoActivity() throws Exception {
        isHardware();
        InterfaceActivityMonitor monitor = monitor();
        own.set(1);
        for (int frames = 1; frames <= 5; frames++) {
            received(frames);
            errors.set(frames);
            assertThat(after(monitor, LOOK)).as("after %s error frames", frames).isEqualTo(NEVER);
        }
        received(7);
        errors.set(6);
        assertThat(after(monitor, LOOK))
                .as("an error frame and one of the car's")
                .isZero();
        received(8);
        errors.set(7);
        assertThat(after(monitor, LOOK)).isEqualTo(LOOK);
        received(9);
        assertThat(after(monitor, LOOK)).isZero();
    }

    @Test
    void uncountedErrorFramesHideActivityOnlyWhileTheyLast() throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        received(1);
        errors.set(1);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
        received(2);
        assertThat(after(monitor, LOOK)).isZero();
    }

    @Test
    void theCounterIsSampledFiveTimesASecondAtMost() throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        received(1);
        assertThat(after(monitor, LOOK - 1)).isEqualTo(NEVER);
        assertThat(after(monitor, 1)).isZero();
    }

    @Test
    void ownFramesAreTakenOffWhereTheInterfaceCountsThem() throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        own.set(7);
        received(7);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
        received(8);
        assertThat(after(monitor, LOOK)).isZero();
    }

    @Test
    void ownFramesAreNotSubtractedFromHardwareCounters() throws Exception {
        isHardware();
        InterfaceActivityMonitor monitor = monitor();
        own.set(7);
        received(1);
        assertThat(after(monitor, LOOK)).isZero();
    }

    @Test
    void anOwnFrameInFlightIsNotCountedAsForeignLater() throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        own.set(1);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
        received(1);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
    }

    @Test
    void aRecreatedInterfaceStartsWithAFirstSample() throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        received(500);
        assertThat(after(monitor, LOOK)).isZero();
        received(3);
        assertThat(after(monitor, LOOK)).isEqualTo(LOOK);
        received(4);
        assertThat(after(monitor, LOOK)).isZero();
    }

    @Test
    void anInterfaceThatAppearsLaterIsMonitoredFromItsSecondSample() throws Exception {
        Files.delete(device.resolve("statistics/rx_packets"));
        InterfaceActivityMonitor monitor = monitor();
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
        received(10);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
        received(11);
        assertThat(after(monitor, LOOK)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "many", "99999999999999999999999", "-5"})
    void anInvalidCounterMeansNoInterface(String text) throws Exception {
        InterfaceActivityMonitor monitor = monitor();
        received(text);
        assertThat(after(monitor, LOOK)).isEqualTo(NEVER);
    }

    @Test
    void anInvalidNameLeadsToNoFile() {
        for (String name : new String[] {"", "../../etc", "a\0b", "/"}) {
            assertThat(NetworkInterfaces.device(name)).doesNotExist().hasToString("/sys/class/net/none");
        }
    }

    /** Frames of this process in flight at random times, with foreign frames between them. */
    @Test
    void randomTrafficOfOurOwnIsNeverCountedAsForeign() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        InterfaceActivityMonitor monitor = monitor();
        long count = 0;
        long foreign = 0;
        long counted = 0;
        for (int i = 0; i < 2_000; i++) {
            long begun = random.nextInt(3);
            own.addAndGet(begun);
            boolean late = random.nextBoolean();
            count += late ? 0 : begun;
            if (random.nextInt(10) == 0) {
                count++;
                foreign++;
            }
            received(count);
            if (after(monitor, LOOK) == 0) {
                counted++;
            }
            assertThat(counted).as("seed " + seed + ", step " + i).isLessThanOrEqualTo(foreign);
            count += late ? begun : 0;
        }
        assertThat(counted).as("seed " + seed).isGreaterThan(foreign / 3);
    }
}
