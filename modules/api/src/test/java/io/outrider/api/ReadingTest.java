package io.outrider.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadingTest {
    private static final DateTimeFormatter STANDARD =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    @Test
    void aTimestampHasMicrosecondsAndNoZone() {
        assertThat(Reading.text(Instant.parse("2023-08-28T12:22:31.253543999Z")))
                .isEqualTo("2023-08-28T12:22:31.253543");
        assertThat(Reading.text(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000000");
    }

    @Test
    void timestampsOfAllYearsAreThoseOfTheStandardFormatter() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            Instant any = Instant.ofEpochSecond(
                    random.nextLong(-100_000_000_000L, 400_000_000_000L), random.nextInt(1_000_000_000));
            assertThat(Reading.text(any)).isEqualTo(STANDARD.format(any));
        }
    }
}
