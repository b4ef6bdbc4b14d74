package io.outrider.power;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cron expression of five numeric fields in UTC: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday),
 * with lists, ranges and steps. If both days are restricted, either matches.
 */
record CronSchedule(List<BitSet> fields, boolean eitherDay) {
    private static final int[] LEAST = {0, 0, 1, 1, 0};
    private static final int[] MOST = {59, 23, 31, 12, 7};
    private static final Pattern PART = Pattern.compile("(?:\\*|(\\d{1,2})(?:-(\\d{1,2}))?)(?:/(\\d{1,2}))?");

    /** @throws IllegalArgumentException with a message for the user */
    static CronSchedule parse(String text) {
        String[] words = text.strip().split("\\s+");
        if (words.length != LEAST.length) {
            throw new IllegalArgumentException(
                    "has not the five fields minute, hour, day, month and weekday, such as '30 5 * * 1-5'");
        }
        List<BitSet> fields = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            fields.add(field(words[i], LEAST[i], MOST[i]));
        }
        BitSet weekdays = fields.get(4);
        weekdays.set(0, weekdays.get(0) || weekdays.get(7));
        return new CronSchedule(List.copyOf(fields), !words[2].startsWith("*") && !words[4].startsWith("*"));
    }

    private static BitSet field(String text, int least, int most) {
        BitSet values = new BitSet();
        for (String part : text.split(",", -1)) {
            Matcher match = PART.matcher(part);
            boolean valid = match.matches();
            int from = valid ? number(match, 1, least) : most;
            int to = valid ? number(match, 2, match.group(1) != null && match.group(3) == null ? from : most) : least;
            int step = valid ? number(match, 3, 1) : 0;
            if (from < least || to > most || from > to || step == 0) {
                throw new IllegalArgumentException(
                        "has '" + part + "', which is no list, range or step of " + least + " to " + most);
            }
            for (int i = from; i <= to; i += step) {
                values.set(i);
            }
        }
        return values;
    }

    private static int number(Matcher match, int group, int otherwise) {
        return match.group(group) == null ? otherwise : Integer.parseInt(match.group(group));
    }

    /** First matching minute from a time on, not after another. */
    Optional<ZonedDateTime> first(ZonedDateTime from, ZonedDateTime last) {
        ZonedDateTime time = from.withZoneSameInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        for (time = time.isBefore(from) ? time.plusMinutes(1) : time; !time.isAfter(last); ) {
            if (!isDay(time)) {
                time = time.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            } else if (!fields.get(1).get(time.getHour())) {
                time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!fields.get(0).get(time.getMinute())) {
                time = time.plusMinutes(1);
            } else {
                return Optional.of(time);
            }
        }
        return Optional.empty();
    }

    private boolean isDay(ZonedDateTime time) {
        boolean day = fields.get(2).get(time.getDayOfMonth());
        boolean weekday = fields.get(4).get(time.getDayOfWeek().getValue() % 7);
        return fields.get(3).get(time.getMonthValue()) && (eitherDay ? day || weekday : day && weekday);
    }
}
