package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressWindowTest {
    private static List<SuppressWindow> windows(String... lines) {
        return List.of(lines).stream()
                .map(line -> SuppressWindow.parse("suppress", line))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-05T05:29:59Z, 0",
        "2026-01-05T05:30:00Z, 3600",
        "2026-01-05T05:30:01Z, 3599",
        "2026-01-05T06:29:59Z, 1",
        "2026-01-05T06:30:00Z, 0",
        "2026-01-10T05:45:00Z, 0"
    })
    void aWindowLastsFromItsStartForItsSeconds(Instant at, long left) {
        assertThat(SuppressWindow.secondsLeft(windows("30 5 * * 1-5 | 3600"), at))
                .isEqualTo(left);
    }

    @Test
    void ofSeveralWindowsTheOneThatEndsLastCounts() {
        List<SuppressWindow> windows = windows("0 5 * * * | 7200", "30 5 * * * | 600", "0 9 * * * | 60");
        assertThat(SuppressWindow.secondsLeft(windows, Instant.parse("2026-01-05T05:35:00Z")))
                .isEqualTo(5100);
    }

    @Test
    void aWindowMayReachOverMidnight() {
        assertThat(SuppressWindow.secondsLeft(windows("0 23 * * * | 7200"), Instant.parse("2026-01-06T00:30:00Z")))
                .isEqualTo(1800);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-05T05:00:00Z, 3600, 1800",
        "2026-01-05T05:00:00Z, 1800, 1800",
        "2026-01-05T05:00:00Z, 1799, 9223372036854775807",
        "2026-01-05T05:30:00Z, 60, 0",
        "2026-01-05T05:30:01Z, 86400, 86399"
    })
    void theNextStartWithinATimeIsFound(Instant at, long within, long seconds) {
        assertThat(SuppressWindow.secondsToNext(windows("30 5 * * * | 60"), at, within))
                .isEqualTo(seconds);
    }

    @Test
    void withoutWindowsNothingIsSuppressed() {
        assertThat(SuppressWindow.secondsLeft(List.of(), Instant.EPOCH)).isZero();
        assertThat(SuppressWindow.secondsToNext(List.of(), Instant.EPOCH, 1000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLongSleepIsCheckedAgainstManyWindowsQuickly() {
        List<SuppressWindow> windows =
                java.util.Collections.nCopies(50, SuppressWindow.parse("suppress", "0 0 31 12 * | 60"));
        assertThat(SuppressWindow.secondsToNext(windows, Instant.parse("2026-01-05T05:30:00Z"), 2_592_000))
                .isEqualTo(Long.MAX_VALUE);
    }
}
