package io.outrider.agent.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.outrider.testkit.ManualTicker;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BootTimeTickerTest {
    private static final Duration NIGHT = Duration.ofHours(12);
    private static final Duration MOMENT = Duration.ofMillis(5);

    private final ManualTicker awake = new ManualTicker();
    private final SuspendedMachine machine = new SuspendedMachine(awake::nanos);
    private final BootTimeTicker ticker = machine.ticker();
    private final List<Duration> suspends = new ArrayList<>();

    private void pass(Duration time) {
        awake.advance(time.toNanos());
    }

    @Test
    void theFirstReadAfterASuspendIncludesIt() {
        pass(Duration.ofMinutes(1));
        long before = ticker.nanos();
        machine.suspend(NIGHT);
        pass(MOMENT);
        assertThat(ticker.nanos() - before).isEqualTo(NIGHT.plus(MOMENT).toNanos());
        assertThat(ticker.awake().nanos()).isEqualTo(awake.nanos());
    }

    @Test
    void eachSuspendIsReportedOnce() {
        ticker.onResume(suspends::add);
        pass(MOMENT);
        ticker.nanos();
        for (int night = 0; night < 3; night++) {
            machine.suspend(NIGHT);
            pass(MOMENT);
            ticker.nanos();
            pass(MOMENT);
            ticker.nanos();
        }
        assertThat(suspends).containsExactly(NIGHT, NIGHT, NIGHT);
    }

    @Test
    void aShortSuspendIsCountedButNotReported() {
        ticker.onResume(suspends::add);
        long before = ticker.nanos();
        machine.suspend(Duration.ofMillis(300));
        pass(MOMENT);
        assertThat(ticker.nanos() - before).isEqualTo(Duration.ofMillis(305).toNanos());
        assertThat(suspends).isEmpty();
    }

    /** A thread may be preempted between any two readings of two clocks. */
    @Test
    void preemptionNeverMakesItGoBackOrAhead() {
        Random random = new Random(7);
        ManualTicker time = new ManualTicker();
        long[] suspended = new long[1];
        BootTimeTicker held = new BootTimeTicker(
                () -> {
                    long now = time.nanos();
                    time.advance(random.nextInt(100) == 0 ? 50_000_000 : 100);
                    return now;
                },
                () -> {
                    long now = time.nanos() + suspended[0];
                    time.advance(random.nextInt(10) == 0 ? 50_000_000 : 100);
                    return now;
                });
        long last = held.nanos();
        for (int i = 0; i < 50_000; i++) {
            if (i % 1_000 == 999) {
                suspended[0] += 3_600_000_000_000L;
            }
            time.advance(random.nextInt(3_000_000));
            long now = held.nanos();
            assertThat(now).isGreaterThanOrEqualTo(last).isLessThanOrEqualTo(time.nanos() + suspended[0]);
            last = now;
        }
        assertThat(time.nanos() + suspended[0] - last)
                .as("and what a reading was held up is made good")
                .isLessThan(1_000_000_000);
    }

    @Test
    void aWallClockThatIsSetIsNoSuspend() {
        Clock wall = machine.wall();
        UnitClock clock = new UnitClock(wall, ticker, () -> Synchronisation.SyncState.NO);
        ticker.onResume(suspends::add);
        Instant before = clock.instant();
        for (int days : List.of(1, -2, 20_000)) {
            machine.set(Duration.ofDays(days));
            pass(MOMENT);
            clock.check();
        }
        assertThat(clock.instant()).isEqualTo(before.plus(MOMENT.multipliedBy(3)));
        assertThat(suspends).isEmpty();
    }

    @Test
    void theFirstStampAfterASuspendIsRight() {
        Clock wall = machine.wall();
        UnitClock clock = new UnitClock(wall, ticker, () -> Synchronisation.SyncState.YES);
        machine.suspend(NIGHT);
        pass(MOMENT);
        assertThat(clock.now().instant()).isEqualTo(wall.instant());
        assertThat(clock.instant()).isEqualTo(wall.instant());
        assertThat(clock.now().trusted()).isTrue();
        assertThat(clock.of(clock.instant())).isEqualTo(clock.now());
    }

    /** The time comes to be known after the suspend, and the record is from before. */
    @Test
    void stampsBeforeASuspendAreCorrectedByTheElapsedTime() {
        Clock wall = machine.wall();
        Instant when = wall.instant();
        machine.set(Duration.ofDays(-4_000));
        Synchronisation.SyncState[] state = {Synchronisation.SyncState.NO};
        UnitClock clock = new UnitClock(wall, ticker, () -> state[0]);
        Timestamp early = clock.now();
        machine.suspend(NIGHT);
        machine.set(Duration.ofDays(4_000));
        state[0] = Synchronisation.SyncState.YES;
        pass(MOMENT);
        clock.check();
        assertThat(clock.settled(early).instant()).isEqualTo(when);
    }

    @Test
    void withoutBootTimeTheMonotonicClockIsUsed() {
        BootTimeTicker without = new BootTimeTicker(awake::nanos, awake::nanos);
        without.onResume(suspends::add);
        long before = without.nanos();
        machine.suspend(NIGHT);
        pass(MOMENT);
        assertThat(without.nanos() - before).isEqualTo(MOMENT.toNanos());
        assertThat(suspends).isEmpty();
    }

    @Test
    void thisMachineHasBootTime() throws IOException {
        KernelClock.checkBootTime();
        long before = KernelClock.bootTimeNanos();
        String uptime = Files.readString(Path.of("/proc/uptime"));
        double seconds = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
        long after = KernelClock.bootTimeNanos();
        double grain = 0.02;
        assertThat(seconds).isBetween(before / 1e9 - grain, after / 1e9 + grain);
        assertThat(BootTimeTicker.ofThisMachine().nanos())
                .isCloseTo(
                        KernelClock.bootTimeNanos(),
                        within(Duration.of(5, ChronoUnit.SECONDS).toNanos()));
    }
}
