package io.outrider.agent.operator.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Formatter of durations, ages and sizes for people: {@code 3 min}, {@code 15 KiB}. */
final class ReadableAmounts {
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int DAY = 24 * HOUR;
    private static final int KIB = 1024;

    private ReadableAmounts() {}

    /** In the largest unit with a value of at least 2, else in seconds. */
    static String duration(long seconds) {
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        } else if (seconds < 2 * HOUR) {
            return seconds / MINUTE + " min";
        } else if (seconds < 2 * DAY) {
            return seconds / HOUR + " h";
        }
        return seconds / DAY + " days";
    }

    /** {@code 3 min ago}; the text unchanged if it is no time. */
    static String age(String stamp, Instant now) {
        Instant then = instant(stamp);
        if (then == null || now == null) {
            return stamp;
        }
        long seconds = Duration.between(then, now).toSeconds();
        return seconds < 1 ? "just now" : duration(seconds) + " ago";
    }

    /** Null if the text is no time with a zone. */
    static Instant instant(String stamp) {
        try {
            return OffsetDateTime.parse(stamp).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    static String bytes(long count) {
        if (count < KIB) {
            return count + " B";
        } else if (count < KIB * KIB) {
            return String.format(Locale.ROOT, "%.1f KiB", count / (double) KIB);
        }
        return String.format(Locale.ROOT, "%.1f MiB", count / (double) (KIB * KIB));
    }
}
