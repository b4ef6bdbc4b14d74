package io.outrider.service.database;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as the database and the HTTP API have them: microseconds since 1970, and ISO 8601 with microseconds and {@code Z}. */
public final class Times {
    private static final DateTimeFormatter TEXT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** Time after which only units without a clock are. */
    public static final Instant LATEST = Instant.parse("2101-01-01T00:00:00Z");

    private Times() {}

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    public static String text(Instant instant) {
        return TEXT.format(instant);
    }

    public static String text(long micros) {
        return text(instant(micros));
    }

    /** @param micros null for none */
    public static String textOrNull(Long micros) {
        return micros == null ? null : text(micros);
    }
}
