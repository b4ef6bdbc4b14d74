package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.regex.Pattern;

/** The key {@code filter} of a logger's entry, as written; docs/loggers.md explains the keys. What is absent is null. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FilterEntry(Boolean change, Object deadband, Object min, Object max, Boolean position) {
    private static final long LEAST = 1_000_000L;
    private static final long MOST = 366 * 86_400_000_000_000L;
    private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,9})? ?%");

    FilterEntry {
        EntryCheck check = new EntryCheck();
        check.parses("deadband", deadband, FilterEntry::number);
        check.parses("min", min, FilterEntry::nanos);
        check.parses("max", max, FilterEntry::nanos);
        check.done();
        FilterSettings read = settings(change, deadband, min, max, position);
        boolean isValue = read.deadband() > 0 || read.position();
        check.that(
                read.change() || max == null,
                "max",
                "tells when an unchanged value passes, and without change all pass; leave it out");
        check.that(read.change() || !isValue, "change", "false contradicts deadband and position; leave it out");
        check.that(
                !read.position() || read.deadband() == 0,
                "deadband",
                "has no meaning together with position; leave one of them out");
        check.that(
                max == null || read.maxNanos() >= read.minNanos(),
                "max",
                DurationText.text(read.maxNanos()) + " is less than min, " + DurationText.text(read.minNanos()));
        check.done();
    }

    FilterSettings settings() {
        return settings(change, deadband, min, max, position);
    }

    private static FilterSettings settings(Boolean change, Object deadband, Object min, Object max, Boolean position) {
        double number = deadband == null ? 0 : number(deadband);
        boolean isPosition = Boolean.TRUE.equals(position);
        return new FilterSettings(
                change != null ? change : number > 0 || isPosition || max != null,
                number,
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
