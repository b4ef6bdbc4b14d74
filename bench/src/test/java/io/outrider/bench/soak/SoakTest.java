package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SoakTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private record Told(String name, String missing, List<String> complaints) implements Part {
        @Override
        public Outcome run(Path folder, Duration time) throws Exception {
            return new Outcome(new Sums(5, 5, 0, Map.of(), 1, 0, 0), Map.of("kills", 2), complaints);
        }
    }

    private record Ends(String name, boolean beside, Throwable by) implements Part {
        @Override
        public String missing() {
            return null;
        }

        @Override
        public Outcome run(Path folder, Duration time) throws Exception {
            if (by instanceof Error error) {
                throw error;
            }
            throw (Exception) by;
        }
    }

    private boolean holds(Part... parts) throws Exception {
        return new Soak(new PrintStream(printed, true, StandardCharsets.UTF_8), List.of(parts))
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
        assertThat(new Tribunal(ledger, 300, 100).complaints()).isNotEmpty();
        Thread late = new Thread(() ->
                ledger.arrived(List.of(new Row("u", "a", 1, Map.of("@t", Ledger.COUNTED, "n", 1, "lane", 0)))));
        late.start();
        assertThat(new Tribunal(ledger, 60_000, 100).complaints()).isEmpty();
        late.join();
    }
}
