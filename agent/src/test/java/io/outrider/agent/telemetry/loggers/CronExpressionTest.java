package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZonedDateTime;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* * * * * | 2026-03-01T12:00:30Z | 2026-03-01T12:01Z",
                "*/15 * * * * | 2026-03-01T12:00Z | 2026-03-01T12:15Z",
                "5/20 * * * * | 2026-03-01T12:26Z | 2026-03-01T12:45Z",
                "0 3 * * * | 2026-03-01T12:00Z | 2026-03-02T03:00Z",
                "30 8-10,18 * * mon-fri | 2026-02-27T10:30Z | 2026-02-27T18:30Z",
                "30 8-10,18 * * mon-fri | 2026-02-27T18:30Z | 2026-03-02T08:30Z",
                "0 0 1 jan * | 2026-03-01T12:00Z | 2027-01-01T00:00Z",
                "0 0 29 2 * | 2026-03-01T12:00Z | 2028-02-29T00:00Z",
                "0 0 * * 0 | 2026-03-01T12:00Z | 2026-03-08T00:00Z",
                "0 0 * * 7 | 2026-03-01T12:00Z | 2026-03-08T00:00Z",
                "0 0 13 * fri | 2026-03-01T12:00Z | 2026-03-06T00:00Z",
                "59 23 31 12 * | 2026-12-31T23:59Z | 2027-12-31T23:59Z",
                "0 12 * * * | 2026-03-28T12:00+01:00[Europe/Berlin] | 2026-03-29T12:00+02:00[Europe/Berlin]",
                "30 2 * * * | 2026-03-28T12:00+01:00[Europe/Berlin] | 2026-03-30T02:30+02:00[Europe/Berlin]",
            })
    void nextFindsTheNextMatchingMinute(String cron, String after, String next) {
        assertThat(CronExpression.parse(cron).next(ZonedDateTime.parse(after))).isEqualTo(ZonedDateTime.parse(next));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "* * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "a * * * *",
                "1- * * * *",
                "-1 * * * *",
                "5-1 * * * *",
                "*/0 * * * *",
                "*/ * * * *",
                "1/2/3 * * * *",
                "1-2-3 * * * *",
                ", * * * *",
                "1, * * * *",
                "0 0 31 4 *",
                "99999999999 * * * *"
            })
    void invalidExpressionsAreRejected(String text) {
        assertThatThrownBy(() -> CronExpression.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noMatchingMinuteIsSkipped() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int minute = random.nextInt(60);
            int step = 1 + random.nextInt(30);
            int hour = random.nextInt(24);
            CronExpression cron = CronExpression.parse(minute + "/" + step + " " + hour + "-23 * * *");
            ZonedDateTime from = ZonedDateTime.parse("2026-03-01T00:00Z").plusMinutes(random.nextInt(100_000));
            ZonedDateTime naive = from.plusMinutes(1);
            while (naive.getHour() < hour || naive.getMinute() < minute || (naive.getMinute() - minute) % step != 0) {
                naive = naive.plusMinutes(1);
            }
            assertThat(cron.next(from)).as("seed %d, %s", seed, cron.text()).isEqualTo(naive);
        }
    }
}
