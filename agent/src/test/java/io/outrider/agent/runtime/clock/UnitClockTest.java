package io.outrider.agent.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.api.MetricsDocument;
import io.outrider.wire.Micros;
import io.outrider.wire.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitClockTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final SimulatedTime time = new SimulatedTime();

    @Test
    void aJumpOfTheSystemsClockMovesNoStamp() {
        UnitClock clock = time.clock();
        Instant before = clock.instant();
        for (int days : List.of(2, -3, 20_000)) {
            time.setWall(time.wall().instant().plus(days, ChronoUnit.DAYS));
            time.pass(SECOND);
            clock.check();
        }
        assertThat(clock.instant()).isEqualTo(before.plusSeconds(3));
        assertThat(clock.now().trusted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"-2, 0.000", "499, 0.000", "-1500, -0.002", "86400000001, 86400.000", "-1234567, -1.235"})
    void offsetsAreShownInMilliseconds(long micros, String seconds) {
        assertThat(UnitClock.seconds(micros)).isEqualTo(seconds);
    }

    @Test
    void aClockThatIsSynchronisedAtTheStartIsTrustedAtOnce() {
        time.synchronise(Duration.ZERO);
        UnitClock clock = time.clock();
        assertThat(clock.now()).isEqualTo(new Timestamp(Micros.of(time.truth()), time.up(), true));
        assertThat(clock.instant()).isEqualTo(time.truth());
    }

    @Test
    void stampsOf1970AreCorrectedWhenTheTimeIsKnown() {
        UnitClock clock = time.clock();
        Timestamp early = clock.now();
        Instant when = time.truth();
        assertThat(clock.settled(early)).isEqualTo(early);
        time.pass(Duration.ofHours(5));
        time.synchronise(Duration.ZERO);
        clock.check();
        assertThat(clock.settled(early)).isEqualTo(early.corrected(Micros.of(when)));
    }

    @Test
    void stampsOfAnEarlierRunAreCorrectedToo() {
        Timestamp early = time.clock().now();
        Instant when = time.truth();
        time.pass(Duration.ofMinutes(3));
        time.setWall(Instant.parse("2019-05-05T00:00:00Z"));
        UnitClock next = time.clock();
        time.synchronise(Duration.ZERO);
        next.check();
        assertThat(next.settled(early).instant()).isEqualTo(when);
    }

    @Test
    void aStampThatWasTakenBeforeTheClockWasTrustedBecomesTheRightMomentAfter() {
        UnitClock clock = time.clock();
        Instant stamp = clock.instant();
        Instant when = time.truth();
        long up = time.up();
        time.pass(SECOND);
        time.synchronise(Duration.ZERO);
        clock.check();
        time.pass(SECOND);
        assertThat(clock.of(stamp)).isEqualTo(new Timestamp(Micros.of(when), up, true));
        assertThat(clock.of(clock.instant())).isEqualTo(clock.now());
    }

    @Test
    void theSameHoldsWhenTheClockIsPutBackALittle() {
        time.setWall(time.truth().plusSeconds(30)); // so that stamps of both times overlap
        UnitClock clock = time.clock();
        time.pass(SECOND);
        Instant stamp = clock.instant();
        Instant when = time.truth();
        time.pass(SECOND);
        time.synchronise(Duration.ZERO);
        clock.check();
        time.pass(Duration.ofSeconds(20));
        assertThat(clock.of(stamp).instant()).isEqualTo(when);
    }

    @ParameterizedTest
    @ValueSource(longs = {-86_400_000, -30_000, -1_200, -500, 300, 900, 86_400_000})
    void aClockSetByAnyAmountIsHandled(long milliseconds) {
        time.setWall(time.truth().minusMillis(milliseconds));
        UnitClock clock = time.clock();
        time.pass(SECOND);
        Instant stamp = clock.instant();
        Timestamp exact = clock.now();
        time.pass(Duration.ofMillis(100));
        time.synchronise(Duration.ZERO);
        clock.check();
        time.pass(Duration.ofMillis(200));
        assertThat(clock.of(stamp)).isEqualTo(clock.settled(exact));
        assertThat(clock.of(clock.instant())).isEqualTo(clock.now());
    }

    @Test
    void foreignStampsAreUnchanged() {
        time.synchronise(Duration.ZERO);
        UnitClock clock = time.clock();
        Instant tomorrow = time.truth().plus(1, ChronoUnit.DAYS);
        assertThat(clock.of(tomorrow).instant()).isEqualTo(tomorrow);
        assertThat(clock.of(Instant.MAX).trusted()).isTrue();
        assertThat(clock.of(Instant.MIN).trusted()).isTrue();
    }

    @Test
    void smallCorrectionsAreFollowedWhileTheSystemIsSynchronised() {
        time.synchronise(Duration.ofMillis(-80));
        UnitClock clock = time.clock();
        time.pass(Duration.ofMinutes(1));
        time.synchronise(Duration.ofMillis(2));
        clock.check();
        assertThat(clock.instant()).isEqualTo(time.truth().plusMillis(2));
        time.synchronise(Duration.ofHours(1)); // a server that was wrong before, or is now: the system's word counts
        clock.check();
        assertThat(clock.instant()).isEqualTo(time.truth().plusSeconds(3_600));
    }

    @Test
    void aClockSetByHandIsNotFollowed() {
        time.synchronise(Duration.ZERO);
        UnitClock clock = time.clock();
        time.setWall(time.truth().plus(2, ChronoUnit.DAYS));
        time.pass(Duration.ofMinutes(1));
        clock.check();
        assertThat(clock.instant()).isEqualTo(time.truth());
        assertThat(clock.now().trusted()).as("it is known all the same").isTrue();
        assertThat(clock.health().facts()).containsEntry("source", "held");
    }

    @Test
    void aClockSetDuringTheReadIsNotTrusted() {
        UnitClock clock = time.clock();
        clock.use(new Synchronisation() {
            private int asked;

            @Override
            public SyncState state() {
                return asked++ == 0 ? SyncState.YES : SyncState.NO;
            }
        });
        clock.check();
        assertThat(clock.now().trusted()).isFalse();
    }

    @Test
    void itIsCheckedOftenOnlyUntilTrusted() {
        UnitClock clock = time.clock();
        assertThat(clock.check()).isEqualTo(Duration.ofSeconds(5));
        time.synchronise(Duration.ZERO);
        assertThat(clock.check()).isEqualTo(Duration.ofMinutes(1));
        time.become(Synchronisation.SyncState.NO);
        assertThat(clock.check()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void listenersGetTheCurrentStateAndThenChangesOnly() {
        UnitClock clock = time.clock();
        List<Boolean> trusted = new ArrayList<>();
        clock.listen(trusted::add);
        clock.check();
        time.synchronise(Duration.ZERO);
        clock.check();
        clock.check();
        time.become(Synchronisation.SyncState.UNKNOWN);
        clock.check();
        clock.check();
        assertThat(trusted).containsExactly(false, true, false);
    }

    @Test
    void withoutASourceHealthAsksTheOwner() throws Exception {
        time.become(Synchronisation.SyncState.UNKNOWN);
        UnitClock clock = time.clock();
        assertThat(clock.health().problems()).singleElement().asString().contains("adjtimex", "trust = \"always\"");
        clock.use(Synchronisation.of(new ClockSettings(ClockSettings.Trust.ALWAYS)));
        clock.check();
        assertThat(clock.health().problems()).isEmpty();
        assertThat(clock.health().facts()).containsEntry("trusted", true).containsEntry("source", "system");
        new MetricsDocument().assertDocuments(List.of(clock.health()));
    }

    @Test
    void itBehavesAsAJavaClock() {
        time.synchronise(Duration.ZERO);
        Clock there = time.clock().withZone(ZoneId.of("Asia/Tokyo"));
        assertThat(there.instant()).isEqualTo(time.truth());
        assertThat(there.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(there.withZone(ZoneId.of("Z")).instant()).isEqualTo(time.truth());
        assertThat(time.clock().getZone()).isEqualTo(ZoneId.of("Z"));
    }
}
