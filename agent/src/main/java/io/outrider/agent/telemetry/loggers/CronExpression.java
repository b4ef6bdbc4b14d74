package io.outrider.agent.telemetry.loggers;

import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Cron expression of five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). Supports
 * lists, ranges, steps and English names of months and days; if both days are restricted, either matches, as in cron.
 */
record CronExpression(
        String text, BitSet minutes, BitSet hours, BitSet days, BitSet months, BitSet weekdays, boolean eitherDay) {
    private static final List<String> MONTHS =
            List.of("", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    /** Days in which 29 February falls on every day of the week. */
    private static final int MOST_DAYS = 366 * 41;

    /** @throws IllegalArgumentException with a message for the user */
    static CronExpression parse(String text) {
        String[] fields = text.strip().split("\\s+");
        if (fields.length != 5 || text.length() > 500) {
            throw new IllegalArgumentException(
                    "takes five fields (minute hour day month weekday), such as '*/15 * * * *'");
        }
        CronExpression cron = new CronExpression(
                String.join(" ", fields),
                field("minute", fields[0], 0, 59, List.of()),
                field("hour", fields[1], 0, 23, List.of()),
                field("day of the month", fields[2], 1, 31, List.of()),
                field("month", fields[3], 1, 12, MONTHS),
                weekdays(fields[4]),
                !fields[2].startsWith("*") && !fields[4].startsWith("*"));
        if (cron.next(ZonedDateTime.parse("2000-01-01T00:00:00Z")) == null) {
            throw new IllegalArgumentException("'" + text + "' never comes");
        }
        return cron;
    }

    /** First matching minute after a time, in its zone; null if there is none. */
    ZonedDateTime next(ZonedDateTime after) {
        ZonedDateTime time = after.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        ZonedDateTime last = time.plusDays(MOST_DAYS);
        while (time.isBefore(last)) {
            if (!months.get(time.getMonthValue())) {
                time = time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).plusMonths(1);
            } else if (!isDay(time)) {
                time = time.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            } else if (!hours.get(time.getHour())) {
                time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!minutes.get(time.getMinute())) {
                time = time.plusMinutes(1);
            } else {
                return time;
            }
        }
        return null;
    }

    private boolean isDay(ZonedDateTime time) {
        boolean day = days.get(time.getDayOfMonth());
        boolean weekday = weekdays.get(time.getDayOfWeek().getValue() % 7);
        return eitherDay ? day || weekday : day && weekday;
    }

    private static BitSet weekdays(String text) {
        BitSet weekdays = field("day of the week", text, 0, 7, DAYS);
        weekdays.set(0, weekdays.get(0) || weekdays.get(7));
        return weekdays;
    }

    private static BitSet field(String what, String text, int least, int most, List<String> names) {
        BitSet set = new BitSet(most + 1);
        for (String part : text.split(",", -1)) {
            String[] halves = part.split("/", -1);
            int step = halves.length == 2 ? number(what, halves[1], 1, most, List.of()) : 1;
            if (halves.length > 2) {
                throw wrong(what, part, least, most);
            }
            int from = least;
            int to = most;
            if (!halves[0].equals("*")) {
                String[] ends = halves[0].split("-", -1);
                if (ends.length > 2) {
                    throw wrong(what, part, least, most);
                }
                from = number(what, ends[0], least, most, names);
                to = ends.length == 2 ? number(what, ends[1], least, most, names) : halves.length == 2 ? most : from;
            }
            if (from > to) {
                throw wrong(what, part, least, most);
            }
            for (int i = from; i <= to; i += step) {
                set.set(i);
            }
        }
        return set;
    }

    private static int number(String what, String text, int least, int most, List<String> names) {
        int named = text.isEmpty() ? -1 : names.indexOf(text.toLowerCase(Locale.ROOT));
        int number = named >= 0 ? named : text.matches("\\d{1,4}") ? Integer.parseInt(text) : -1;
        if (number < least || number > most) {
            throw wrong(what, text, least, most);
        }
        return number;
    }

    private static IllegalArgumentException wrong(String what, String text, int least, int most) {
        return new IllegalArgumentException("the " + what + " '" + text + "' is not of " + least + " to " + most);
    }
}
