package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.vehicle.triggers.RateLimiter.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
    private static final long SECOND = 1_000_000_000L;

    @RepeatedTest(50)
    void inNoMinuteAreThereMoreThanTwentyCallsAndNoneIsHeldBackWithoutNeed() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        RateLimiter brake = new RateLimiter(0);
        List<Long> made = new ArrayList<>();
        long now = random.nextLong(); // the ticker begins anywhere, and may run over
        for (int i = 0; i < 2_000; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(60 * SECOND) : random.nextLong(4 * SECOND);
            long at = now;
            long lately = made.stream().filter(each -> at - each < 60 * SECOND).count();
            Verdict verdict = brake.ask(now);
            assertThat(verdict == Verdict.GO).as("seed %d", seed).isEqualTo(lately < RateLimiter.MOST_PER_MINUTE);
            if (verdict == Verdict.GO) {
                made.add(now);
            }
        }
    }

    @Test
    void thatItIsHeldBackIsSaidOnceUntilItHasBeenQuietForAMinute() {
        RateLimiter brake = new RateLimiter(0);
        for (int i = 0; i < RateLimiter.MOST_PER_MINUTE; i++) {
            assertThat(brake.ask(0)).isEqualTo(Verdict.GO);
        }
        assertThat(brake.isHolding(0)).isFalse();
        assertThat(brake.ask(0)).isEqualTo(Verdict.HOLD);
        assertThat(brake.ask(59 * SECOND)).isEqualTo(Verdict.STILL_HELD);
        assertThat(brake.isHolding(118 * SECOND)).isTrue();
        assertThat(brake.isHolding(119 * SECOND)).isFalse();
        assertThat(brake.ask(119 * SECOND)).isEqualTo(Verdict.GO);
    }

    @Test
    void aCallThatIsNotMadeAfterAllDoesNotCount() {
        RateLimiter brake = new RateLimiter(0);
        for (int i = 0; i < 2 * RateLimiter.MOST_PER_MINUTE; i++) {
            assertThat(brake.ask(i)).isEqualTo(Verdict.GO);
            brake.takeBack();
        }
        assertThat(brake.isHolding(SECOND)).isFalse();
    }

    @Test
    void aCooldownMayBeLongerThanAMinute() {
        RateLimiter brake = new RateLimiter(3_600);
        assertThat(brake.ask(0)).isEqualTo(Verdict.GO);
        assertThat(brake.ask(3_599 * SECOND)).isEqualTo(Verdict.COOLING);
        assertThat(brake.ask(3_600 * SECOND)).isEqualTo(Verdict.GO);
    }
}
