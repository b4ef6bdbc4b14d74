package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Acknowledgements follow the rate at which replies leave. */
class PacedAcknowledgementsTest {
    private final AtomicInteger owed = new AtomicInteger();
    private final List<Integer> given = new ArrayList<>();
    private final PacedAcknowledgements paced = new PacedAcknowledgements(owed::get);

    private void add(int from, int to, int replies) {
        paced.add(
                IntStream.range(from, to)
                        .mapToObj(i -> (Runnable) () -> given.add(i))
                        .toList(),
                replies);
    }

    @Test
    void withFewUnsentRepliesTheyAreSentAtOnceInOrder() {
        add(0, 3, 3);
        assertThat(given).containsExactly(0, 1, 2);
    }

    @Test
    void theyWaitUntilRepliesHaveLeft() {
        add(0, 2, PacedAcknowledgements.MOST_UNSENT);
        owed.set(PacedAcknowledgements.MOST_UNSENT);
        paced.release();
        assertThat(given).isEmpty();
        owed.decrementAndGet();
        paced.release();
        assertThat(given).containsExactly(0, 1);
    }

    @Test
    void theQueueIsBounded() {
        owed.set(PacedAcknowledgements.MOST_UNSENT);
        add(0, PacedAcknowledgements.MOST_QUEUED + 2, 0);
        assertThat(given).containsExactly(0, 1);
    }

    @Test
    void thoseOfAnEndedConnectionAreDropped() {
        owed.set(PacedAcknowledgements.MOST_UNSENT);
        add(0, 2, 0);
        paced.clear();
        owed.set(0);
        add(7, 8, 0);
        assertThat(given).containsExactly(7);
    }

    @Test
    void deferredOnesAreSentOnReleaseOrDroppedWithTheConnection() {
        paced.defer(List.of(() -> given.add(1)));
        add(2, 3, 0);
        assertThat(given).containsExactly(2);
        paced.releaseDeferred();
        assertThat(given).containsExactly(2, 1);
        paced.defer(List.of(() -> given.add(3)));
        paced.clear();
        paced.releaseDeferred();
        assertThat(given).containsExactly(2, 1);
    }
}
