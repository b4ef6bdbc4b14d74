package io.outrider.agent.telemetry.loggers;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser and formatter of durations such as {@code 500ms}, {@code 1.5s}, {@code 10m}; a bare number is seconds. */
final class DurationText {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s?(ms|s|m|h|d)?");
    /** In descending order. */
    private enum Unit {
        D(86_400_000_000_000L),
        H(3_600_000_000_000L),
        M(60_000_000_000L),
        S(1_000_000_000L),
        MS(1_000_000L);

        private final long nanos;

        Unit(long nanos) {
            this.nanos = nanos;
        }
    }

    private DurationText() {}

    /**
     * @return nanoseconds
     * @throws IllegalArgumentException if it is no duration, or out of range
     */
    static long parse(Object given, long least, long most) {
        BigDecimal nanos = nanos(given);
        String range = "from " + text(least) + " to " + text(most);
        if (nanos == null) {
            throw new IllegalArgumentException("takes a time such as \"500ms\", \"5s\", \"1m\", or seconds, " + range
                    + ", not " + EntryCheck.shorten(given));
        }
        if (nanos.compareTo(BigDecimal.valueOf(least)) < 0 || nanos.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new IllegalArgumentException(EntryCheck.shorten(given) + " is not " + range);
        }
        return nanos.setScale(0, RoundingMode.HALF_UP).longValue();
    }

    private static BigDecimal nanos(Object given) {
        Matcher matcher = TEXT.matcher(
                given instanceof Number n ? plain(n) : String.valueOf(given).strip());
        if (!matcher.matches()) {
            return null;
        }
        String unit = matcher.group(2) == null ? "S" : matcher.group(2).toUpperCase(Locale.ROOT);
        return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(Unit.valueOf(unit).nanos));
    }

    private static String plain(Number number) {
        double value = number.doubleValue();
        return Double.isFinite(value) ? BigDecimal.valueOf(value).toPlainString() : "";
    }

    /** Formats in the largest unit without a fraction. */
    static String text(long nanos) {
        for (Unit unit : Unit.values()) {
            if (nanos % unit.nanos == 0 && nanos >= unit.nanos) {
                return nanos / unit.nanos + unit.name().toLowerCase(Locale.ROOT);
            }
        }
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
    }
}
