package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PingWatchTest {
    private final AtomicInteger pings = new AtomicInteger();

    private PingWatch watch(boolean comes, boolean counts) {
        return new PingWatch(
                "here",
                Duration.ofSeconds(7),
                limit -> {
                    pings.incrementAndGet();
                    return comes;
                },
                () -> counts,
                () -> "lists");
    }

    @Test
    void answersAreCountedAndNothingIsWrong() {
        try (PingWatch watch = watch(true, true)) {
            Await.until("two pings", () -> pings.get() >= 2);
            assertThat(watch.complaints()).isEmpty();
            assertThat(watch.line())
                    .matches("\\d+ pings here, the longest \\d+\\.\\d s \\(during lists; at most 7 s\\)");
        }
    }

    @Test
    void oneThatIsNotAnsweredIsWrong() {
        try (PingWatch watch = watch(false, true)) {
            Await.until("a complaint", () -> watch.complaints().size() == 2);
            assertThat(watch.complaints().get(0)).contains("here were not answered within 7 s, during lists");
            assertThat(watch.complaints().get(1)).isEqualTo("no ping here was answered");
        }
    }

    @Test
    void aUnitThatHasEndedIsNotBlamedForEachPing() {
        try (PingWatch watch = watch(false, false)) {
            Await.until("two pings", () -> pings.get() >= 2);
            assertThat(watch.complaints()).containsExactly("no ping here was answered");
        }
    }
}
