package io.outrider.wire.columns;

import java.io.IOException;
import java.util.List;

/** Times of day such as {@code 06:02:24} in positions, as seconds. */
final class TimeOfDay {
    private static final int DAY = 86_400;

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
        int hours = twoDigits(text, 0);
        int minutes = twoDigits(text, 3);
        int seconds = twoDigits(text, 6);
        return hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59
                ? -1
                : hours * 3600L + minutes * 60L + seconds;
    }

    private static int twoDigits(String text, int at) {
        int tens = text.charAt(at) - '0';
        int ones = text.charAt(at + 1) - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
    }

    static String text(long seconds) throws IOException {
        if (seconds < 0 || seconds >= DAY) {
            throw new IOException("a time of day is " + seconds + " seconds");
        }
        char[] text = "00:00:00".toCharArray();
        put(text, 0, seconds / 3600);
        put(text, 3, seconds / 60 % 60);
        put(text, 6, seconds % 60);
        return new String(text);
    }

    private static void put(char[] text, int at, long number) {
        text[at] += (char) (number / 10);
        text[at + 1] += (char) (number % 10);
    }
}
