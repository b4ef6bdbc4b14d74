package io.outrider.agent.telemetry;

import io.outrider.api.Failure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** {@code @t} and {@code @ts} as others write them. */
final class Heads {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");
    private static final int LONGEST_STAMP = 64;

    private Heads() {}

    static String type(Object given, int longest) throws Failure {
        if (given == null) {
            throw Failure.argument("@t", "is missing: the record's type, such as trailer.door");
        }
        if (!(given instanceof String type) || !isType(type, longest)) {
            throw Failure.argument(
                    "@t", "takes text such as trailer.door, of 1 to " + longest + " characters without blanks");
        }
        return type;
    }

    static boolean isType(String type, int longest) {
        return !type.isEmpty()
                && type.length() <= longest
                && type.codePoints().allMatch(c -> c > ' ' && c != 0x7F && Character.isDefined(c))
                && type.codePoints()
                        .noneMatch(c -> Character.isISOControl(c)
                                || Character.isWhitespace(c)
                                || Character.isSpaceChar(c)
                                || Character.getType(c) == Character.SURROGATE);
    }

    /** @return null if none is given */
    static Instant stamp(Object given) throws Failure {
        if (given == null) {
            return null;
        }
        Instant stamp = given instanceof String text ? parse(text) : null;
        if (stamp == null) {
            throw Failure.argument("@ts", "takes a time such as 2026-01-31T12:00:00.5Z, or leave it out for now");
        }
        return stamp;
    }

    /** @return null if it is no time that a record can have; UTC where no zone is given */
    static Instant parse(String text) {
        if (text.length() > LONGEST_STAMP) {
            return null;
        }
        Instant parsed;
        try {
            parsed = OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            try {
                parsed = LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException again) {
                return null;
            }
        }
        return parsed.isBefore(FIRST) || parsed.isAfter(LAST) ? null : parsed.truncatedTo(ChronoUnit.MICROS);
    }
}
