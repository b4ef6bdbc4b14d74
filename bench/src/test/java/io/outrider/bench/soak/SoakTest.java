package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SoakTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private record Told(String name, String missing, List<String> complaints) implements Scenario {
        @Override
        public ScenarioOutcome run(Path folder, Duration time) throws Exception {
            return new ScenarioOutcome(new Sums(5, 5, 0, Map.of(), 1, 0, 0), Map.of("kills", 2), complaints);
        }
    }

    private record Ends(String name, boolean beside, Throwable by) implements Scenario {
        @Override
        public String missing() {
            return null;
        }

        @Override
        public ScenarioOutcome run(Path folder, Duration time) throws Exception {
            if (by instanceof Error error) {
                throw error;
            }
            throw (Exception) by;
        }
    }

    private boolean holds(Scenario... parts) throws Exception {
        return holds(false, parts);
    }

    private boolean holds(boolean all, Scenario... parts) throws Exception {
        return new Soak(new PrintStream(printed, true, StandardCharsets.UTF_8), List.of(parts), all)
                .run(Path.of("."), Duration.ofMinutes(1));
    }

    private String lastLine() {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .reduce((one, next) -> next)
                .orElse("");
    }

    @Test
    void theLastLineIsTheSum() throws Exception {
        assertThat(holds(new Told("a", null, List.of()), new Told("b", null, List.of())))
                .isTrue();
        assertThat(lastLine())
                .isEqualTo("holds: produced 10 = delivered 10 + lost 0 (reported: none), duplicates 2,"
                        + " unanswered 0 of which 0 arrived, kills 4");
    }

    @Test
    void oneComplaintIsEnough() throws Exception {
        assertThat(holds(new Told("a", null, List.of()), new Told("b", null, List.of("gone"))))
                .isFalse();
        assertThat(lastLine()).startsWith("DOES NOT HOLD: ");
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("WRONG: b: gone");
    }

    @Test
    void whatCannotRunIsSaid() throws Exception {
        assertThat(holds(new Told("a", "root", List.of()), new Told("b", null, List.of())))
                .isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("skipped a: needs root");
        assertThat(lastLine()).startsWith("holds: ").endsWith("kills 2; skipped: a: needs root");
    }

    @Test
    void whereAllIsInsistedOnWhatCannotRunIsWrongAndWhatCannotGetGoingIsNot() throws Exception {
        assertThat(holds(true, new Told("a", "root", List.of()), new Told("b", null, List.of())))
                .isFalse();
        assertThat(lastLine()).startsWith("DOES NOT HOLD: ").endsWith("; skipped: a: needs root");
        assertThat(holds(true, new Ends("a", true, new Skipped("too slow")), new Told("b", null, List.of())))
                .isTrue();
    }

    /** Does as many as it is let. */
    private record Counted(String name, Count count, int does) implements Scenario {
        @Override
        public String missing() {
            return null;
        }

        @Override
        public ScenarioOutcome run(Path folder, Duration time) throws Exception {
            if (does == 0) {
                throw new Skipped("too slow");
            }
            for (int i = 0; i < does && count.left(); i++) {
                count.did("kills");
            }
            return new ScenarioOutcome(new Sums(5, 5, 0, Map.of(), 1, 0, 0), Map.of("kills", does), List.of());
        }
    }

    @Test
    void aNumberThatWasAskedForHasToBeReached() throws Exception {
        assertThat(holds(new Counted("a", count(3), 3))).isTrue();
        assertThat(holds(new Counted("a", count(3), 2))).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("WRONG: a: kills: only 2 of 3");
        assertThat(holds(new Counted("a", count(3), 0), new Told("b", null, List.of())))
                .as("nor may it be skipped")
                .isFalse();
        assertThat(lastLine()).endsWith("; skipped: a: too slow");
    }

    private static Count count(int wanted) {
        return new Count(wanted, "kills", 1, said -> {});
    }

    /** Says what time it was given. */
    private record Timed(String name, Count count, List<Duration> given) implements Scenario {
        @Override
        public String missing() {
            return null;
        }

        @Override
        public ScenarioOutcome run(Path folder, Duration time) {
            given.add(time);
            return new ScenarioOutcome(Sums.NONE, Map.of(), List.of());
        }
    }

    @Test
    void theMinutesAreForThosePartsOfWhichNoNumberIsAsked() throws Exception {
        List<Duration> given = new ArrayList<>();
        holds(new Counted("a", count(3), 3), new Timed("b", Count.AS_TIME_ALLOWS, given));
        assertThat(given).containsExactly(Duration.ofSeconds(50));
        given.clear();
        holds(
                new Timed("a", Count.AS_TIME_ALLOWS, given),
                new Counted("b", count(3), 3),
                new Timed("c", Count.AS_TIME_ALLOWS, given));
        assertThat(given.get(0)).isEqualTo(Duration.ofSeconds(20));
        assertThat(given.get(1)).as("what the first left").isBetween(Duration.ofSeconds(40), Duration.ofSeconds(50));
    }

    @Test
    void whatCannotGetGoingIsSaidInTheSumAndFailsNothing() throws Exception {
        for (boolean beside : new boolean[] {false, true}) {
            assertThat(holds(new Ends("a", beside, new Skipped("too slow")), new Told("b", null, List.of())))
                    .isTrue();
            assertThat(lastLine()).startsWith("holds: produced 5 ").endsWith("; skipped: a: too slow");
            assertThat(holds(new Ends("a", beside, new Skipped("too slow")))).isFalse();
        }
    }

    @Test
    void aPartThatThrowsIsWrongAndTheOthersStillRun() throws Exception {
        for (Throwable by : List.of(new IOException("broken"), new AssertionError("broken"))) {
            for (boolean beside : new boolean[] {false, true}) {
                assertThat(holds(new Ends("a", beside, by), new Told("b", null, List.of())))
                        .isFalse();
                assertThat(printed.toString(StandardCharsets.UTF_8)).contains("WRONG: a: " + by);
                assertThat(lastLine()).startsWith("DOES NOT HOLD: produced 5 ");
            }
        }
    }

    @Test
    void helpNamesTheParts() throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        assertThat(Soak.run(new String[] {"--help"}, out, out)).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("usage: ")
                .contains("kills", "power-cuts");
        assertThat(Soak.run(new String[] {"--minutes", "none"}, out, out)).isEqualTo(2);
    }

    @Test
    void nothingAtAllDoesNotHold() throws Exception {
        assertThat(holds(new Told("a", "root", List.of()))).isFalse();
    }

    @Test
    void theTribunalWaitsForWhatIsOnItsWayAndNotForever() throws Exception {
        Ledger ledger = new Ledger("u", false);
        ledger.posting(0, 1, 1);
        ledger.accepted(0, 1, 1);
        assertThat(new SettleCheck(ledger, 300, 100).complaints()).isNotEmpty();
        Thread late = new Thread(() ->
                ledger.arrived(List.of(new Row("u", "a", 1, Map.of("@t", Ledger.COUNTED, "n", 1, "producer", 0)))));
        late.start();
        assertThat(new SettleCheck(ledger, 60_000, 100).complaints()).isEmpty();
        late.join();
    }
}
