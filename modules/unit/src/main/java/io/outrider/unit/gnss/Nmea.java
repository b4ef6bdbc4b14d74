package io.outrider.unit.gnss;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.regex.Pattern;

/**
 * Decoder of the NMEA 0183 sentences RMC, GGA and GSA of any talker. A position needs RMC; GGA adds height and
 * satellites, GSA the fix type. Receivers differ in the order of sentences, so sentences less than 2 s apart are
 * combined.
 */
final class Nmea implements PositionDecoder {
    /** The standard allows 82 characters; some receivers send more. */
    private static final int LONGEST = 160;

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}(\\.\\d{1,12})?");
    private static final Pattern TIME = Pattern.compile("\\d{6}(\\.\\d{1,9})?");

    /** In the years from 2000 on. */
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("ddMMuu").withResolverStyle(ResolverStyle.STRICT);

    private static final double KMH_PER_KNOT = 1.852;
    private static final int DAY = 86_400;

    private record GgaValues(int second, Double alt, Integer nsat) {}

    private GgaValues more;
    private Rmc last;
    private int dimensions;

    private record Rmc(int second, String utc, String date, double lat, double lon, Double sog, Double cog) {}

    @Override
    public ReceiverReport decode(String line) {
        String[] fields = fields(line);
        if (fields == null || fields[0].length() != 5) {
            return NOTHING;
        }
        try {
            return switch (fields[0].substring(2)) {
                case "RMC" -> rmc(fields);
                case "GGA" -> gga(fields);
                case "GSA" -> gsa(fields);
                default -> NOTHING;
            };
        } catch (IllegalArgumentException | DateTimeException e) {
            return NOTHING; // valid checksum, invalid content: ignored
        }
    }

    /** Fields between $ and *; null if the checksum is missing or wrong. */
    static String[] fields(String line) {
        int begin = line.lastIndexOf('$'); // skips the rest of a truncated sentence
        int star = line.indexOf('*', Math.max(0, begin));
        if (begin < 0 || star < 0 || star + 3 > line.length() || line.length() - begin > LONGEST) {
            return null;
        }
        int sum = 0;
        for (int i = begin + 1; i < star; i++) {
            sum ^= line.charAt(i);
        }
        int high = Character.digit(line.charAt(star + 1), 16);
        int low = Character.digit(line.charAt(star + 2), 16);
        return high >= 0 && low >= 0 && sum == (high << 4 | low)
                ? line.substring(begin + 1, star).split(",", -1)
                : null;
    }

    private ReceiverReport rmc(String[] fields) {
        if (fields.length < 10) {
            return NOTHING;
        }
        last = null;
        if (!fields[2].equals("A")) {
            return new PositionLost("the receiver has no fix yet: it needs a view of the sky");
        }
        int second = second(fields[1]);
        Double knots = number(fields[7]);
        last = new Rmc(
                second,
                fields[1].substring(0, 2) + ":" + fields[1].substring(2, 4) + ":" + fields[1].substring(4, 6),
                LocalDate.parse(fields[9], DATE).toString(),
                degrees(fields[3], 2, fields[4], "N", "S"),
                degrees(fields[5], 3, fields[6], "E", "W"),
                knots == null ? null : knots * KMH_PER_KNOT,
                number(fields[8]));
        return position();
    }

    private ReceiverReport gga(String[] fields) {
        if (fields.length < 10) {
            return NOTHING;
        }
        if (fields[6].equals("0") || fields[6].isEmpty()) {
            more = null;
            return NOTHING; // RMC reports the lost fix
        }
        Double satellites = number(fields[7]);
        more = new GgaValues(second(fields[1]), number(fields[9]), satellites == null ? null : satellites.intValue());
        return last != null && last.second() == more.second() ? position() : NOTHING;
    }

    private ReceiverReport gsa(String[] fields) {
        if (fields.length < 3) {
            return NOTHING;
        }
        dimensions = fields[2].equals("3") ? 3 : fields[2].equals("2") ? 2 : 0;
        return NOTHING;
    }

    private ReceiverReport position() {
        boolean together = more != null && secondsApart(more.second(), last.second()) < 2;
        return new Position(new Fix(
                last.utc(),
                last.date(),
                last.lat(),
                last.lon(),
                together && dimensions != 2 ? more.alt() : null,
                last.sog(),
                last.cog(),
                together ? more.nsat() : null,
                dimensions == 0 ? null : dimensions + "D"));
    }

    /** Seconds between two times of day, across midnight too. */
    private static int secondsApart(int one, int other) {
        int difference = Math.floorMod(one - other, DAY);
        return Math.min(difference, DAY - difference);
    }

    private static int second(String time) {
        if (!TIME.matcher(time).matches()) {
            throw new IllegalArgumentException("no time");
        }
        int hour = Integer.parseInt(time.substring(0, 2));
        int minute = Integer.parseInt(time.substring(2, 4));
        int second = Integer.parseInt(time.substring(4, 6));
        Fix.time(hour, minute, second);
        return (hour * 60 + minute) * 60 + second;
    }

    /** ddmm.mmmm; three digits of degrees for the longitude. */
    private static double degrees(String field, int digits, String sign, String positive, String negative) {
        if (!field.matches("\\d{" + (digits + 2) + "}(\\.\\d{1,9})?")
                || !sign.equals(positive) && !sign.equals(negative)) {
            throw new IllegalArgumentException("no degrees");
        }
        double minutes = Double.parseDouble(field.substring(digits));
        if (minutes >= 60) {
            throw new IllegalArgumentException("no minutes");
        }
        double degrees = Integer.parseInt(field.substring(0, digits)) + minutes / 60;
        return sign.equals(positive) ? degrees : -degrees;
    }

    private static Double number(String field) {
        return NUMBER.matcher(field).matches() ? Double.valueOf(field) : null;
    }
}
