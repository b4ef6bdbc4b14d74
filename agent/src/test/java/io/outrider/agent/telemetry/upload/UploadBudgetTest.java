package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadBudgetTest {
    @TempDir
    Path folder;

    private final SetClock clock = new SetClock();

    /** Ticker moved by the test. */
    private static final class Hand implements Ticker {
        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(long nanos) {
            this.nanos += nanos;
        }
    }

    private final Hand ticker = new Hand();

    private UploadBudget budget(int megabytes) {
        return new UploadBudget(folder.resolve("cloud/usage.json"), clock, ticker, megabytes);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> of(UploadBudget budget, String span) {
        return (Map<String, Object>) budget.usage().get(span);
    }

    @Test
    void bytesAreCountedByDayMonthAndKindAndForecast() {
        try (UploadBudget budget = budget(0)) {
            budget.add("mqtt", 600);
            budget.add("https", 400);
            assertThat(of(budget, "today"))
                    .containsEntry("bytes", 1000L)
                    .containsEntry("by_kind", Map.of("mqtt", 600L, "https", 400L))
                    .containsEntry("forecast", 2000L); // it is noon
            assertThat(of(budget, "month")).containsEntry("forecast", Math.round(1000 / (20.5 / 30)));
            assertThat(budget.usage()).containsEntry("budget", null).containsEntry("day", "2026-11-21");
        }
    }

    @Test
    void aNewDayStartsAtZeroAndTheMonthContinues() {
        try (UploadBudget budget = budget(1)) {
            budget.add("mqtt", 999_999);
            assertThat(budget.usedUp()).isFalse();
            budget.add("mqtt", 1);
            assertThat(budget.usedUp()).isTrue();
            clock.now = clock.now.plus(Duration.ofDays(1));
            assertThat(budget.usedUp()).isFalse();
            assertThat(of(budget, "month")).containsEntry("bytes", 1_000_000L);
            clock.now = Instant.parse("2026-12-01T00:00:00Z");
            assertThat(of(budget, "month")).containsEntry("bytes", 0L).containsEntry("forecast", null);
        }
    }

    @Test
    void aClockThatIsWrongForAWhileClearsNoCount() {
        try (UploadBudget budget = budget(1)) {
            Instant right = clock.now;
            budget.add("mqtt", 1_000_000);
            clock.now = right.plus(Duration.ofDays(40));
            assertThat(budget.usedUp()).isFalse();
            budget.add("mqtt", 5);
            clock.now = right;
            assertThat(budget.usedUp()).isTrue();
            assertThat(of(budget, "month")).containsEntry("bytes", 1_000_000L);
        }
    }

    @Test
    void theFileIsReplacedAtomicallyAndReadableByTheOwnerOnly() throws IOException {
        try (UploadBudget budget = budget(0)) {
            budget.add("mqtt", 1);
        }
        assertThat(folder.resolve("cloud")).isDirectoryNotContaining("glob:**.new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("cloud/usage.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void anUntrustedClockStartsNoDay() {
        try (UploadBudget budget = budget(1)) {
            budget.add("mqtt", 5);
            clock.trusted = false;
            clock.now = Instant.EPOCH;
            budget.add("mqtt", 5);
            assertThat(of(budget, "today")).containsEntry("bytes", 10L).containsEntry("forecast", null);
        }
    }

    @Test
    void countsOutliveARestart() {
        try (UploadBudget budget = budget(0)) {
            budget.add("mqtt", 77);
        }
        try (UploadBudget budget = budget(0)) {
            budget.add("mqtt", 1);
            assertThat(of(budget, "today")).containsEntry("bytes", 78L);
        }
    }

    @Test
    void theFileIsWrittenEveryFewMinutesOnly() {
        Path file = folder.resolve("cloud/usage.json");
        try (UploadBudget budget = budget(0)) {
            for (int i = 0; i < 100; i++) {
                budget.add("mqtt", 77);
            }
            assertThat(file).doesNotExist();
            ticker.sleep(Duration.ofMinutes(5).toNanos());
            budget.add("mqtt", 77);
            assertThat(file).exists();
        }
    }

    @Test
    @Announces("is counted from 0")
    void aBrokenFileCountsAsNone() throws IOException {
        Files.createDirectories(folder.resolve("cloud"));
        Files.writeString(folder.resolve("cloud/usage.json"), "{\"day\": \"2026-");
        try (UploadBudget budget = budget(0)) {
            assertThat(of(budget, "today")).containsEntry("bytes", 0L);
        }
    }

    @Test
    @Announces("is counted from 0")
    void aFileWithoutANumberCountsAsNone() throws IOException {
        Files.createDirectories(folder.resolve("cloud"));
        Files.writeString(folder.resolve("cloud/usage.json"), """
                {"day": "2026-11-21", "today": {"mqtt": null}, "month": "2026-11", "thisMonth": {}}""");
        try (UploadBudget budget = budget(1)) {
            assertThat(budget.usedUp()).isFalse();
            budget.add("mqtt", 5);
            assertThat(of(budget, "today")).containsEntry("bytes", 5L);
        }
    }
}
