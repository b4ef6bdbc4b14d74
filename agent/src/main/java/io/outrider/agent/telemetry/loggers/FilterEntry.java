package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.outrider.agent.runtime.settings.EntryCheck;
import java.util.regex.Pattern;

/** The key {@code filter} of a logger's entry, as written; docs/loggers.md explains the keys. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FilterEntry(Boolean change, Object deadband, Object min, Object max, Boolean position) {
    private static final long LEAST = 1_000_000L;
    private static final long MOST = 366 * 86_400_000_000_000L;
    private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,9})? ?%");

    FilterEntry {
        EntryCheck check = new EntryCheck();
        check.parse("deadband", deadband, FilterEntry::number);
        Long minNanos = check.parse("min", min, FilterEntry::nanos);
        Long maxNanos = check.parse("max", max, FilterEntry::nanos);
        boolean isPosition = Boolean.TRUE.equals(position);
        boolean isValue = deadband != null || isPosition;
        boolean isAll = Boolean.FALSE.equals(change);
        check.that(
                !isAll || max == null,
                "max",
                "tells when an unchanged value passes, and without change all pass; leave it out");
        check.that(!isAll || !isValue, "change", "false contradicts deadband and position; leave it out");
        check.that(
                !isPosition || deadband == null,
                "deadband",
                "has no meaning together with position; leave one of them out");
        if (minNanos != null && maxNanos != null) {
            check.that(
                    maxNanos >= minNanos,
                    "max",
                    DurationText.text(maxNanos) + " is less than min, " + DurationText.text(minNanos));
        }
        check.done();
    }

    FilterSettings settings() {
        boolean isPosition = Boolean.TRUE.equals(position);
        return new FilterSettings(
                change != null ? change : deadband != null || isPosition || max != null,
                deadband == null ? 0 : number(deadband),
                deadband instanceof String,
                min == null ? 0 : nanos(min),
                max == null ? 0 : nanos(max),
                isPosition);
    }

    private static long nanos(Object given) {
        return DurationText.parse(given, LEAST, MOST);
    }

    private static double number(Object given) {
        double number = Double.NaN;
        if (given instanceof Number n) {
            number = n.doubleValue();
        } else if (given instanceof String text && PERCENT.matcher(text.strip()).matches()) {
            number = Double.parseDouble(text.replace("%", "").strip());
        }
        if (!(number > 0 && number < 1e15)) {
            throw new IllegalArgumentException(
                    "takes a number above 0, or percent such as \"5%\", not " + EntryCheck.shorten(given));
        }
        return number;
    }
}
