package io.outrider.agent.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.wire.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Invariants of the clock under random histories. */
class ClockHistoryTest {
    private static final long SYSTEM_MICROS = 5_000;
    private static final long FIX_MICROS = 3_100_000;

    private static final class Life {
        final Random random;
        final SimulatedTime time = new SimulatedTime();
        final List<Timestamp> moments = new ArrayList<>();
        UnitClock clock;
        boolean known; // something has vouched for the time in this run
        long good = SYSTEM_MICROS; // how far it may be off

        Life(long seed) {
            random = new Random(seed);
            if (random.nextBoolean()) {
                time.setWall(time.truth().plusSeconds(random.nextInt(2_000_000) - 1_000_000));
            }
            clock = time.clock();
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0 -> time.setWall(time.truth().plusSeconds(random.nextInt(20_000_000) - 10_000_000));
                case 1 -> time.synchronise(Duration.ofMillis(random.nextInt(5)));
                case 2 ->
                    time.become(
                            random.nextBoolean() ? Synchronisation.SyncState.NO : Synchronisation.SyncState.UNKNOWN);
                case 3 -> fixes();
                case 4 -> restart();
                default -> passOrCheck();
            }
            moments.add(clock.now());
        }

        private void passOrCheck() {
            Instant before = clock.instant();
            long up = time.up();
            time.pass(Duration.ofMillis(random.nextInt(7_200_000)));
            assertThat(clock.instant())
                    .as("nothing but time moves it")
                    .isEqualTo(before.plus(time.up() - up, ChronoUnit.MICROS));
            Instant stamp = clock.instant();
            Timestamp then = clock.now();
            clock.check();
            known |= time.state() == Synchronisation.SyncState.YES;
            time.pass(Duration.ofMillis(random.nextInt(2_000)));
            Timestamp late = clock.of(stamp);
            assertThat(late.trusted()).isEqualTo(known);
            if (!then.trusted()) {
                assertThat(Math.abs(late.upMicros() - then.upMicros()))
                        .as("a stamp from before")
                        .isLessThanOrEqualTo(2_000_000);
            }
        }

        private void fixes() {
            boolean used = time.state() != Synchronisation.SyncState.YES;
            clock.check();
            for (int i = 0; i < 2; i++) {
                time.pass(Duration.ofMillis(900 + random.nextInt(60_000)));
                clock.fix(time.truth().truncatedTo(ChronoUnit.SECONDS), clock.now());
            }
            known = true;
            good = used ? FIX_MICROS : good;
        }

        private void restart() {
            clock = time.clock();
            known = time.state() == Synchronisation.SyncState.YES;
        }

        void check() {
            Timestamp now = clock.now();
            assertThat(now.upMicros()).isEqualTo(time.up());
            assertThat(now.trusted()).isEqualTo(known);
            assertThat(now.instant()).isEqualTo(clock.instant());
            if (known) {
                for (Timestamp each : moments) {
                    Timestamp settled = clock.settled(each);
                    assertThat(settled.trusted()).isTrue();
                    assertThat(settled.upMicros()).isEqualTo(each.upMicros());
                    assertThat(ChronoUnit.MICROS.between(time.truthAt(each.upMicros()), settled.instant()))
                            .isBetween(-good, good);
                }
            }
        }
    }

    @RepeatedTest(200)
    void trustedStampsAreRightAndOthersCanBeCorrected() {
        long seed = new Random().nextLong();
        try {
            Life life = new Life(seed);
            for (int i = 0; i < 60; i++) {
                life.step();
                life.check();
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    void concurrentReadsSeeOneOffset() throws Exception {
        SimulatedTime time = new SimulatedTime();
        UnitClock clock = time.clock();
        AtomicBoolean ended = new AtomicBoolean();
        AtomicReference<Timestamp> torn = new AtomicReference<>();
        List<Thread> readers = new ArrayList<>();
        Instant wrong = clock.instant();
        for (int i = 0; i < 2; i++) {
            Thread reader = new Thread(() -> {
                while (!ended.get()) {
                    Timestamp now = clock.now();
                    Instant expected = now.trusted() ? time.truth() : wrong;
                    Timestamp late = clock.of(now.instant());
                    if (!now.instant().equals(expected)
                            || late.trusted() && !late.instant().equals(time.truth())) {
                        torn.set(now);
                    }
                }
            });
            readers.add(reader);
            reader.start();
        }
        for (int i = 0; i < 2_000; i++) {
            if (i == 1_000) {
                time.synchronise(Duration.ZERO);
            }
            clock.check();
            clock.fix(time.truth(), clock.now());
        }
        ended.set(true);
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(torn.get()).isNull();
    }
}
