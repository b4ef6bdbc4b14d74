package io.outrider.power;

import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/** Recurring window of time in which the unit stays awake, written {@code <cron in UTC> | <seconds>}. */
record SuppressWindow(CronSchedule starts, int seconds) {
    private static final int LONGEST = 86_400;

    static SuppressWindow parse(String key, String line) {
        String[] halves = line == null ? new String[0] : line.split("\\|", -1);
        if (halves.length != 2 || !halves[1].strip().matches("\\d{1,6}")) {
            throw new InvalidArgumentException(
                    key, "'" + line + "' is not a cron expression and seconds, such as '30 5 * * 1-5 | 3600'");
        }
        int seconds = Integer.parseInt(halves[1].strip());
        Range.check(key, seconds, 1, LONGEST);
        try {
            return new SuppressWindow(CronSchedule.parse(halves[0]), seconds);
        } catch (IllegalArgumentException e) {
            throw new InvalidArgumentException(key, "'" + line + "' " + e.getMessage());
        }
    }

    /** Seconds until the end of the windows that a time is in; 0 if it is in none. */
    static long secondsLeft(List<SuppressWindow> windows, Instant at) {
        ZonedDateTime now = at.atZone(ZoneOffset.UTC);
        return windows.stream()
                .flatMap(each -> each
                        .starts
                        .first(now.minusSeconds(each.seconds - 1L), now)
                        .map(start -> start.toEpochSecond() + each.seconds - now.toEpochSecond())
                        .stream())
                .max(Long::compare)
                .orElse(0L);
    }

    /** Seconds until the first start of a window within a time; a very large number if there is none. */
    static long secondsToNext(List<SuppressWindow> windows, Instant at, long within) {
        ZonedDateTime from = at.atZone(ZoneOffset.UTC);
        return windows.stream()
                .flatMap(each -> each.starts.first(from, from.plusSeconds(within)).stream())
                .mapToLong(start -> start.toEpochSecond() - from.toEpochSecond())
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
