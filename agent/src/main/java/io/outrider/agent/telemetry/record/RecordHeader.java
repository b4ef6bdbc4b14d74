package io.outrider.agent.telemetry.record;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Parser of the header fields {@code @t} and {@code @ts} of other programs. */
final class RecordHeader {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");
    private static final int LONGEST_STAMP = 64;
    private static final int LONGEST_TYPE = 200;

    private RecordHeader() {}

    static boolean isType(String type) {
        return !type.isEmpty()
                && type.length() <= LONGEST_TYPE
                && type.codePoints().allMatch(RecordHeader::isPrintable);
    }

    private static boolean isPrintable(int c) {
        boolean isBlank = Character.isWhitespace(c) || Character.isSpaceChar(c);
        return Character.isDefined(c)
                && !isBlank
                && !Character.isISOControl(c)
                && Character.getType(c) != Character.SURROGATE;
    }

    /** @return null if a record cannot have that time; UTC without a zone */
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
            } catch (DateTimeException noOffset) {
                return null;
            }
        }
        return parsed.isBefore(FIRST) || parsed.isAfter(LAST) ? null : parsed.truncatedTo(ChronoUnit.MICROS);
    }
}
