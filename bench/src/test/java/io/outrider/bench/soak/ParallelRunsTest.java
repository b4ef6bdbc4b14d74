package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParallelRunsTest {
    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
    private final Count count = new Count(10, "kills", 5, said::add);
    private final ParallelRuns two = new ParallelRuns("kills", 2, count, said::add);

    private static ScenarioOutcome outcome(int kills, String... complaints) {
        return new ScenarioOutcome(new Sums(5, 5, 0, Map.of(), 1, 0, 0), Map.of("kills", kills), List.of(complaints));
    }

    @Test
    void theyAreAddedUp() throws Exception {
        ScenarioOutcome both = two.run((unit, seed) -> outcome(3, "of " + unit), new Random(1));
        assertThat(both.sums().produced()).isEqualTo(10);
        assertThat(both.deeds()).isEqualTo(Map.of("kills", 6));
        assertThat(both.complaints()).containsExactly("of kills-0", "of kills-1");
    }

    @Test
    void theyRunAtTheSameTimeUntilTogetherTheyHaveDoneItOftenEnough() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        ScenarioOutcome sum = two.run(
                (unit, seed) -> {
                    both.countDown();
                    both.await();
                    int done = 0;
                    for (; count.left(); done++) {
                        count.did("kills");
                        count.did("something else");
                    }
                    return outcome(done);
                },
                new Random(1));
        assertThat(sum.deeds().get("kills")).as("each may be at its last").isBetween(10, 11);
        assertThat(said).anyMatch(each -> each.matches("kills: 5 of 10 after \\d+ s"));
        assertThat(count.complaint()).isNull();
    }

    @Test
    void oneThatComesToNothingIsSaidAndTheOtherCounts() throws Exception {
        ScenarioOutcome one = two.run(
                (unit, seed) -> {
                    if (unit.endsWith("0")) {
                        throw new Skipped("too slow");
                    }
                    return outcome(3);
                },
                new Random(1));
        assertThat(one).isEqualTo(outcome(3));
        assertThat(said).containsExactly("kills-0: skipped: too slow");
        assertThat(count.left()).as("the other had to go on").isTrue();
    }

    @Test
    void ifAllComeToNothingSoDoesThePart() {
        assertThatThrownBy(() -> two.run(
                        (unit, seed) -> {
                            throw new Skipped("too slow");
                        },
                        new Random(1)))
                .isInstanceOf(Skipped.class);
    }

    @Test
    void whatOneThrowsDecidesTheMatterForAll() {
        for (Throwable wrong : List.of(new IllegalStateException("broken"), new AssertionError("broken"))) {
            assertThatThrownBy(() -> two.run(
                            (unit, seed) -> {
                                if (unit.endsWith("0")) {
                                    if (wrong instanceof Error error) {
                                        throw error;
                                    }
                                    throw (Exception) wrong;
                                }
                                return outcome(3);
                            },
                            new Random(1)))
                    .isSameAs(wrong);
            assertThat(count.left()).isFalse();
        }
    }

    @Test
    void ifOneThrowsWhatIsWrongWithTheOtherIsSaid() {
        assertThatThrownBy(() -> two.run(
                        (unit, seed) -> {
                            if (unit.endsWith("0")) {
                                throw new IllegalStateException("broken");
                            }
                            return outcome(3, "gone");
                        },
                        new Random(1)))
                .hasMessage("broken");
        assertThat(said)
                .anyMatch(each -> each.startsWith("kills-1: produced 5 = "))
                .contains("WRONG: kills-1: gone");
    }

    @Test
    void whatEachOfThemThrowsIsKept() {
        assertThatThrownBy(() -> two.run(
                        (unit, seed) -> {
                            throw new IllegalStateException(unit);
                        },
                        new Random(1)))
                .hasMessage("kills-0")
                .satisfies(first -> assertThat(first.getSuppressed())
                        .singleElement()
                        .extracting(Throwable::getMessage)
                        .isEqualTo("kills-1"));
    }
}
