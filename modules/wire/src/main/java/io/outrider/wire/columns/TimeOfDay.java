package io.outrider.wire.columns;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Times of day such as {@code 06:02:24} in positions, as seconds. */
final class TimeOfDay {
    private TimeOfDay() {}

    /** Null unless all values are times of day. */
    static long[] seconds(List<?> values) {
        long[] all = new long[values.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = values.get(i) instanceof String text ? seconds(text) : -1;
            if (all[i] < 0) {
                return null;
            }
        }
        return all;
    }

    private static long seconds(String text) {
        if (text.length() != 8 || text.charAt(2) != ':' || text.charAt(5) != ':') {
            return -1;
        }
        try {
            return LocalTime.parse(text).toSecondOfDay();
        } catch (DateTimeException e) {
            return -1;
        }
    }

    static String text(long seconds) throws IOException {
        try {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofSecondOfDay(seconds));
        } catch (DateTimeException e) {
            throw new IOException("a time of day of " + seconds + " seconds is out of range", e);
        }
    }
}
