package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A broker is told that more may come only as answers leave. */
class PacedAcknowledgementsTest {
    private final AtomicInteger owed = new AtomicInteger();
    private final List<Integer> given = new ArrayList<>();
    private final PacedAcknowledgements paced = new PacedAcknowledgements(owed::get);

    private void add(int from, int to, int answers) {
        paced.add(
                IntStream.range(from, to)
                        .mapToObj(i -> (Runnable) () -> given.add(i))
                        .toList(),
                answers);
    }

    @Test
    void withLittleOwedTheyAreGivenAtOnceAndInTheirOrder() {
        add(0, 3, 3);
        assertThat(given).containsExactly(0, 1, 2);
    }

    @Test
    void theyWaitUntilAnswersHaveLeft() {
        add(0, 2, PacedAcknowledgements.MOST_OWED);
        owed.set(PacedAcknowledgements.MOST_OWED);
        paced.release();
        assertThat(given).isEmpty();
        owed.decrementAndGet();
        paced.release();
        assertThat(given).containsExactly(0, 1);
    }

    @Test
    void noMoreWaitThanAreBounded() {
        owed.set(PacedAcknowledgements.MOST_OWED);
        add(0, PacedAcknowledgements.MOST_HELD + 2, 0);
        assertThat(given).containsExactly(0, 1);
    }

    @Test
    void thoseOfAnEndedConnectionAreForgotten() {
        owed.set(PacedAcknowledgements.MOST_OWED);
        add(0, 2, 0);
        paced.clear();
        owed.set(0);
        add(7, 8, 0);
        assertThat(given).containsExactly(7);
    }

    @Test
    void whatIsWithheldIsGivenWhenItMayOrForgottenWithItsConnection() {
        paced.withhold(List.of(() -> given.add(1)));
        add(2, 3, 0);
        assertThat(given).containsExactly(2);
        paced.addWithheld();
        assertThat(given).containsExactly(2, 1);
        paced.withhold(List.of(() -> given.add(3)));
        paced.clear();
        paced.addWithheld();
        assertThat(given).containsExactly(2, 1);
    }
}
