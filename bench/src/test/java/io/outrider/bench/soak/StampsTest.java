package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StampsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration AGE = Duration.ofDays(30);

    private Instant now = BEGIN;
    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };
    private final Stamps stamps = new Stamps(clock, AGE);
    private int next = 1;

    private void passes(int seconds) {
        now = now.plusSeconds(seconds);
    }

    private void jumps(int days) {
        stamps.set(Duration.ofDays(days));
    }

    private void starts(boolean trusts) {
        stamps.starts(trusts);
        passes(2);
        stamps.started();
        passes(5); // more than the tolerance: what is told is told apart
    }

    private void ends() {
        stamps.ended();
        passes(5);
    }

    /** Posts a record now; returns its number. */
    private int posts() {
        int number = next++;
        stamps.posting(0, number, number);
        stamps.posted(0, number, number);
        return number;
    }

    private void arrives(int number, String boot, Instant told, boolean known) {
        Map<String, Object> fields = new HashMap<>(Map.of("@t", Ledger.COUNTED, "@ts", told.toString()));
        if (!known) {
            fields.put("@tq", "unknown");
        }
        stamps.arrived(0, number, new Row("u", boot, number, fields));
    }

    private Instant in(int days) {
        return now.plus(Duration.ofDays(days));
    }

    @Test
    void whatTrustsItsClockTellsWhatThatShows() {
        jumps(3);
        starts(true);
        arrives(posts(), "a", in(3), true);
        assertThat(stamps.complaints()).isEmpty();
        arrives(posts(), "a", in(0), true);
        arrives(posts(), "a", in(3), false);
        assertThat(stamps.complaints()).hasSize(2).allMatch(each -> each.startsWith("posted between"));
    }

    @Test
    void aClockThatIsTrustedIsFollowedWithinAMinute() {
        jumps(0);
        starts(true);
        jumps(5);
        passes(40);
        arrives(posts(), "a", in(0), true);
        arrives(posts(), "a", in(5), true);
        assertThat(stamps.complaints()).isEmpty();
        passes(60);
        arrives(posts(), "a", in(5), true);
        assertThat(stamps.complaints()).isEmpty();
        arrives(posts(), "a", in(0), true);
        assertThat(stamps.complaints()).anyMatch(each -> each.startsWith("posted between"));
    }

    @Test
    void whatDoesNotTrustItsClockTellsWhatThatShowedAtTheStartAndSaysSo() {
        jumps(-7);
        starts(false);
        jumps(5);
        passes(300);
        arrives(posts(), "a", in(-7), false);
        assertThat(stamps.complaints()).isEmpty();
        arrives(posts(), "a", in(5), false);
        arrives(posts(), "a", in(-7), true);
        assertThat(stamps.complaints())
                .as("followed a clock it does not trust, which then went back; and says that it knows")
                .hasSize(2);
    }

    @Test
    void aLaterRunThatTrustsItsClockMayTellBetterWhatStillWaits() {
        jumps(-7);
        starts(false);
        int one = posts();
        Instant made = now;
        ends();
        jumps(2);
        passes(5);
        starts(true);
        arrives(one, "a", made.plus(Duration.ofDays(2)), true);
        assertThat(stamps.complaints()).isEmpty();
        arrives(one, "a", made.plus(Duration.ofDays(-7)), true);
        assertThat(stamps.complaints()).hasSize(1);
    }

    @Test
    void withinARunTimesGoBackOnlyIfTheClockIsTrustedAndWasSetBack() {
        jumps(3);
        starts(true);
        arrives(posts(), "a", in(3), true);
        jumps(0);
        passes(5);
        arrives(posts(), "a", in(0), true);
        assertThat(stamps.complaints()).isEmpty();
        ends();
        starts(false);
        arrives(posts(), "b", now.plusMillis(1_500), false);
        arrives(posts(), "b", now.minusMillis(1_500), false);
        assertThat(stamps.complaints())
                .singleElement()
                .asString()
                .contains("boot b")
                .contains("go back 1 times");
    }

    @Test
    void nothingIsTooOldIfNobodyKnowsTheTimeOrNoClockHasJumpedFarEnough() {
        jumps(0);
        starts(false);
        arrives(posts(), "a", in(0), false);
        ends();
        starts(true);
        arrives(posts(), "b", in(0), true);
        jumps(20);
        stamps.lost(aged("a"));
        stamps.lost(aged("b"));
        assertThat(stamps.complaints()).hasSize(2).allMatch(each -> each.startsWith("given up for its age"));
        jumps(31);
        assertThat(stamps.complaints()).singleElement().asString().contains("boot=a");
    }

    private static Row aged(String boot) {
        return new Row("u", "z", 1, Map.of("@t", "agent.loss", "reason", "age", "boot", boot));
    }

    @Test
    void whatTellsNoTimeIsWrong() {
        jumps(0);
        starts(true);
        stamps.arrived(0, posts(), new Row("u", "a", 1, Map.of("@t", Ledger.COUNTED, "@ts", "noon")));
        assertThat(stamps.complaints()).singleElement().asString().startsWith("no time");
    }
}
