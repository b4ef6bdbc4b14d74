package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.settings.EntryCheck;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser and formatter of durations such as {@code 500ms}, {@code 1.5s}, {@code 10m}; a bare number is seconds. */
final class DurationText {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s?(ms|s|m|h|d)?");

    private record Unit(String name, long nanos) {}

    /** In descending order. */
    private static final List<Unit> UNITS = List.of(
            new Unit("d", 86_400_000_000_000L),
            new Unit("h", 3_600_000_000_000L),
            new Unit("m", 60_000_000_000L),
            new Unit("s", 1_000_000_000L),
            new Unit("ms", 1_000_000L));

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
        String name = matcher.group(2) == null ? "s" : matcher.group(2);
        long unit = UNITS.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow()
                .nanos;
        return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    }

    private static String plain(Number number) {
        double value = number.doubleValue();
        return Double.isFinite(value) ? BigDecimal.valueOf(value).toPlainString() : "";
    }

    /** Formats in the largest unit without a fraction. */
    static String text(long nanos) {
        for (Unit unit : UNITS) {
            if (nanos % unit.nanos == 0 && nanos >= unit.nanos) {
                return nanos / unit.nanos + unit.name;
            }
        }
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
    }
}
