package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlushPolicyTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long BUDGET = Duration.ofMinutes(10).toNanos();

    private final FlushPolicy due = new FlushPolicy(settings(100, 60));

    private static UploadSettings settings(int batch, int age) {
        return new UploadSettings("none", null, null, null, null, batch, age, 0, null, null, null);
    }

    @BeforeEach
    void findNothingAtTheStart() {
        assertThat(delay(0)).as("something may be left from before").isZero();
        due.nothingFound(false);
    }

    private long delay(long now) {
        return due.delay(now, () -> false);
    }

    private long delayWithoutBudget(long now) {
        return due.delay(now, () -> true);
    }

    @Test
    void nothingIsNeverDue() {
        assertThat(due.something()).isFalse();
        assertThat(delay(5)).isEqualTo(FlushPolicy.FOREVER);
    }

    @Test
    void anUnfinishedBatchIsDueWhenItsFirstRecordIsOfAge() {
        due.added(1, false, 7 * SECOND);
        due.added(1, false, 50 * SECOND);
        assertThat(delay(50 * SECOND)).isEqualTo(17 * SECOND);
        assertThat(delay(67 * SECOND)).isZero();
        assertThat(delay(500 * SECOND)).isZero();
    }

    @Test
    void aFullOneIsDueAtOnce() {
        due.added(99, false, 0);
        assertThat(delay(0)).isPositive();
        due.added(1, false, 0);
        assertThat(delay(0)).isZero();
    }

    @Test
    void anEventWaitsOneSecondForWhatBelongsToItOrLessIfThatIsSet() {
        due.added(1, true, 0);
        assertThat(delay(0)).isEqualTo(SECOND);
        due.configure(settings(100, 0));
        due.nothingFound(false);
        due.begun();
        due.nothingFound(false);
        due.added(1, true, 0);
        assertThat(delay(0)).isZero();
    }

    @Test
    void whoSendsIsToldOnlyWhenItChangesAnything() {
        assertThat(due.added(1, false, 0)).as("the first").isTrue();
        assertThat(due.added(1, false, 0)).isFalse();
        assertThat(due.added(98, false, 0)).as("it is full").isTrue();
        assertThat(due.added(1, false, 0)).as("it was").isFalse();
        assertThat(due.added(1, true, 0)).as("an event").isTrue();
        assertThat(due.added(1, true, 0)).as("another one").isFalse();
    }

    @Test
    void whatCameWhileItWasLookedAtIsDueByItsOwnAge() {
        due.added(100, false, 0);
        due.begun();
        assertThat(delay(0)).as("as long as there is something").isZero();
        due.added(1, false, 30 * SECOND);
        due.nothingFound(false);
        assertThat(delay(30 * SECOND)).isEqualTo(60 * SECOND);
    }

    @Test
    void withoutABudgetOnlyEventsAreDueAndTheRestIsLookedAtNowAndThen() {
        due.added(200, false, 0);
        assertThat(delayWithoutBudget(0)).isEqualTo(BUDGET);
        assertThat(due.overBudget()).isTrue();
        due.added(1, true, 0);
        assertThat(delayWithoutBudget(SECOND)).isZero();
        due.begun();
        due.nothingFound(true);
        assertThat(due.overBudget()).as("the rest still waits").isTrue();
        assertThat(delayWithoutBudget(SECOND)).isEqualTo(BUDGET);
        assertThat(delay(2 * SECOND)).as("there is one again").isZero();
        assertThat(due.overBudget()).isFalse();
        assertThat(due.draining()).isTrue();
    }

    @Test
    void onDemandEverythingIsDue() {
        due.added(1, false, 0);
        due.drain();
        assertThat(delay(0)).isZero();
    }

    @Test
    void aCountBeyondAnyIsFull() {
        due.added(Integer.MAX_VALUE, false, 0);
        due.added(Integer.MAX_VALUE, false, 0);
        assertThat(delay(0)).isZero();
    }

    @Test
    void anEventThatComesWhileItIsLookedForIsNotForgotten() {
        due.added(1, true, 0);
        due.begun();
        due.added(1, true, 0);
        due.nothingFound(true);
        assertThat(delayWithoutBudget(SECOND))
                .as("it goes though the budget is used up")
                .isZero();
    }
}
