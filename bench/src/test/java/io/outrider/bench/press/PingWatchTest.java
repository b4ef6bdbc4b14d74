package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PingWatchTest {
    private final AtomicInteger pings = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Set<Duration> limits = ConcurrentHashMap.newKeySet();

    private PingWatch watch(boolean comes, boolean counts) {
        return new PingWatch(
                "here",
                new PingLimit(Duration.ofSeconds(7), Duration.ofMillis(20), waiting::get),
                limit -> {
                    limits.add(limit.now());
                    pings.incrementAndGet();
                    return comes ? OptionalLong.of(1_500_000_000L) : OptionalLong.empty();
                },
                () -> counts,
                () -> "lists");
    }

    @Test
    void answeredPingsAreCountedWithoutComplaint() {
        try (PingWatch watch = watch(true, true)) {
            Await.until("two pings", () -> pings.get() >= 2);
            assertThat(watch.complaints()).isEmpty();
            assertThat(watch.line())
                    .matches("\\d+ pings here, the longest 1\\.5 s \\(during lists;"
                            + " at most 7 s and 20 ms for each command before it\\)");
        }
    }

    @Test
    void unansweredPingIsAComplaint() {
        try (PingWatch watch = watch(false, true)) {
            Await.until("a complaint", () -> watch.complaints().size() == 2);
            assertThat(watch.complaints().get(0))
                    .contains("here were not answered within 7 s and 20 ms for each command before it, during lists");
            assertThat(watch.complaints().get(1)).isEqualTo("no ping here was answered");
        }
    }

    @Test
    void limitGrowsWithUnansweredCommands() {
        waiting.set(1_000);
        try (PingWatch watch = watch(true, true)) {
            Await.until("a ping", () -> pings.get() >= 1);
            assertThat(limits).containsExactly(Duration.ofSeconds(27));
            assertThat(watch.complaints()).isEmpty();
        }
    }

    @Test
    void pingsOfAnEndedUnitAreNoComplaint() {
        try (PingWatch watch = watch(false, false)) {
            Await.until("two pings", () -> pings.get() >= 2);
            assertThat(watch.complaints()).containsExactly("no ping here was answered");
        }
    }
}
