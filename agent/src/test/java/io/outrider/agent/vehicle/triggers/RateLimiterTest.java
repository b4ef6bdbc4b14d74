package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.vehicle.triggers.RateLimiter.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
    private static final long SECOND = 1_000_000_000L;

    @RepeatedTest(50)
    void atMostTwentyCallsPassInAnyMinuteAndNoneIsRejectedBelowThat() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        RateLimiter limiter = new RateLimiter(0);
        List<Long> made = new ArrayList<>();
        long now = random.nextLong(); // the ticker starts anywhere and may overflow
        for (int i = 0; i < 2_000; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(60 * SECOND) : random.nextLong(4 * SECOND);
            long at = now;
            long lately = made.stream().filter(each -> at - each < 60 * SECOND).count();
            boolean allowed = limiter.tryAcquire(now) == Decision.ALLOWED;
            assertThat(allowed).as("seed %d", seed).isEqualTo(lately < RateLimiter.MOST_PER_MINUTE);
            if (allowed) {
                made.add(now);
            }
        }
    }

    @Test
    void theLimitIsReportedOnceUntilAQuietMinute() {
        RateLimiter limiter = new RateLimiter(0);
        for (int i = 0; i < RateLimiter.MOST_PER_MINUTE; i++) {
            assertThat(limiter.tryAcquire(0)).isEqualTo(Decision.ALLOWED);
        }
        assertThat(limiter.isLimiting(0)).isFalse();
        assertThat(limiter.tryAcquire(0)).isEqualTo(Decision.LIMIT_REACHED);
        assertThat(limiter.tryAcquire(59 * SECOND)).isEqualTo(Decision.LIMITED);
        assertThat(limiter.isLimiting(118 * SECOND)).isTrue();
        assertThat(limiter.isLimiting(119 * SECOND)).isFalse();
        assertThat(limiter.tryAcquire(119 * SECOND)).isEqualTo(Decision.ALLOWED);
    }

    @Test
    void aReleasedCallDoesNotCount() {
        RateLimiter limiter = new RateLimiter(0);
        for (int i = 0; i < 2 * RateLimiter.MOST_PER_MINUTE; i++) {
            assertThat(limiter.tryAcquire(i)).isEqualTo(Decision.ALLOWED);
            limiter.release();
        }
        assertThat(limiter.isLimiting(SECOND)).isFalse();
    }

    @Test
    void aCooldownMayBeLongerThanAMinute() {
        RateLimiter limiter = new RateLimiter(3_600);
        assertThat(limiter.tryAcquire(0)).isEqualTo(Decision.ALLOWED);
        assertThat(limiter.tryAcquire(3_599 * SECOND)).isEqualTo(Decision.COOLDOWN);
        assertThat(limiter.tryAcquire(3_600 * SECOND)).isEqualTo(Decision.ALLOWED);
    }
}
