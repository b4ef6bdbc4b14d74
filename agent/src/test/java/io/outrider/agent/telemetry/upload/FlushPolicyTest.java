package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlushPolicyTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long BUDGET = Duration.ofMinutes(10).toNanos();

    private final FlushPolicy policy = new FlushPolicy(settings(100, 60));

    private static UploadSettings settings(int batch, int age) {
        return new UploadSettings("none", null, null, null, null, batch, age, 0, null, null, null);
    }

    @BeforeEach
    void theInitialScanFindsNothing() {
        assertThat(delay(0)).as("something may be left from before").isZero();
        policy.nothingFound(false);
    }

    private long delay(long now) {
        return policy.delay(now, () -> false);
    }

    private long delayWithoutBudget(long now) {
        return policy.delay(now, () -> true);
    }

    @Test
    void anEmptyBufferIsNeverDue() {
        assertThat(policy.hasPending()).isFalse();
        assertThat(delay(5)).isEqualTo(FlushPolicy.FOREVER);
    }

    @Test
    void aPartialBatchIsDueAtTheAgeOfItsFirstRecord() {
        policy.added(1, false, 7 * SECOND);
        policy.added(1, false, 50 * SECOND);
        assertThat(delay(50 * SECOND)).isEqualTo(17 * SECOND);
        assertThat(delay(67 * SECOND)).isZero();
        assertThat(delay(500 * SECOND)).isZero();
    }

    @Test
    void aFullBatchIsDueAtOnce() {
        policy.added(99, false, 0);
        assertThat(delay(0)).isPositive();
        policy.added(1, false, 0);
        assertThat(delay(0)).isZero();
    }

    @Test
    void anEventIsDueAfterOneSecondOrTheConfiguredAgeIfShorter() {
        policy.added(1, true, 0);
        assertThat(delay(0)).isEqualTo(SECOND);
        policy.configure(settings(100, 0));
        policy.nothingFound(false);
        policy.scanStarted();
        policy.nothingFound(false);
        policy.added(1, true, 0);
        assertThat(delay(0)).isZero();
    }

    @Test
    void addedReportsOnlyChangesOfTheDueTime() {
        assertThat(policy.added(1, false, 0)).as("the first").isTrue();
        assertThat(policy.added(1, false, 0)).isFalse();
        assertThat(policy.added(98, false, 0)).as("it is full").isTrue();
        assertThat(policy.added(1, false, 0)).as("it was").isFalse();
        assertThat(policy.added(1, true, 0)).as("an event").isTrue();
        assertThat(policy.added(1, true, 0)).as("another one").isFalse();
    }

    @Test
    void recordsAddedDuringAScanAreDueByTheirOwnAge() {
        policy.added(100, false, 0);
        policy.scanStarted();
        assertThat(delay(0)).as("as long as there is something").isZero();
        policy.added(1, false, 30 * SECOND);
        policy.nothingFound(false);
        assertThat(delay(30 * SECOND)).isEqualTo(60 * SECOND);
    }

    @Test
    void withAUsedUpBudgetOnlyEventsAreDueAndTheRestIsCheckedPeriodically() {
        policy.added(200, false, 0);
        assertThat(delayWithoutBudget(0)).isEqualTo(BUDGET);
        assertThat(policy.overBudget()).isTrue();
        policy.added(1, true, 0);
        assertThat(delayWithoutBudget(SECOND)).isZero();
        policy.scanStarted();
        policy.nothingFound(true);
        assertThat(policy.overBudget()).as("the rest still waits").isTrue();
        assertThat(delayWithoutBudget(SECOND)).isEqualTo(BUDGET);
        assertThat(delay(2 * SECOND)).as("there is one again").isZero();
        assertThat(policy.overBudget()).isFalse();
        assertThat(policy.draining()).isTrue();
    }

    @Test
    void drainMakesEverythingDue() {
        policy.added(1, false, 0);
        policy.drain();
        assertThat(delay(0)).isZero();
    }

    @Test
    void theRecordCountDoesNotOverflow() {
        policy.added(Integer.MAX_VALUE, false, 0);
        policy.added(Integer.MAX_VALUE, false, 0);
        assertThat(delay(0)).isZero();
    }

    @Test
    void anEventAddedDuringAScanIsNotForgotten() {
        policy.added(1, true, 0);
        policy.scanStarted();
        policy.added(1, true, 0);
        policy.nothingFound(true);
        assertThat(delayWithoutBudget(SECOND))
                .as("it goes though the budget is used up")
                .isZero();
    }
}
