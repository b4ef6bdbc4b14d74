package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
    private static ZonedDateTime time(String text) {
        return ZonedDateTime.parse(text + "Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* * * * *       | 2026-01-05T14:00:00 | 2026-01-05T14:00:00",
                "* * * * *       | 2026-01-05T14:00:01 | 2026-01-05T14:01:00",
                "30 5 * * *      | 2026-01-05T05:30:00 | 2026-01-05T05:30:00",
                "30 5 * * *      | 2026-01-05T05:30:01 | 2026-01-06T05:30:00",
                "30 5 * * 1-5    | 2026-01-09T06:00:00 | 2026-01-12T05:30:00",
                "0 0 * * 7       | 2026-01-05T00:00:00 | 2026-01-11T00:00:00",
                "0 0 * * 0       | 2026-01-05T00:00:00 | 2026-01-11T00:00:00",
                "*/20 * * * *    | 2026-01-05T14:21:00 | 2026-01-05T14:40:00",
                "5-59/20 * * * * | 2026-01-05T14:26:00 | 2026-01-05T14:45:00",
                "10/25 * * * *   | 2026-01-05T14:11:00 | 2026-01-05T14:35:00",
                "0,15 8,20 * * * | 2026-01-05T08:16:00 | 2026-01-05T20:00:00",
                "0 0 1 2 *       | 2026-01-05T00:00:00 | 2026-02-01T00:00:00",
                "0 0 7 * 1       | 2026-01-06T00:00:00 | 2026-01-07T00:00:00",
                "0 0 29 2 *      | 2027-12-01T00:00:00 | 2028-02-29T00:00:00"
            })
    void theFirstMatchingMinuteIsFound(String cron, String from, String expected) {
        assertThat(CronSchedule.parse(cron)
                        .first(time(from), time(from).plusDays(100))
                        .orElseThrow()
                        .toInstant())
                .isEqualTo(time(expected).toInstant());
    }

    @Test
    void nothingIsFoundAfterTheEnd() {
        CronSchedule cron = CronSchedule.parse("30 5 * * *");
        assertThat(cron.first(time("2026-01-05T05:31:00"), time("2026-01-06T05:29:59")))
                .isEmpty();
        assertThat(cron.first(time("2026-01-05T05:31:00"), time("2026-01-06T05:30:00")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "* * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "5-2 * * * *",
                "*/0 * * * *",
                "a * * * *",
                "1,,2 * * * *",
                "1-2-3 * * * *",
                "-1 * * * *",
                "* * * jan *"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> CronSchedule.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("has");
    }
}
