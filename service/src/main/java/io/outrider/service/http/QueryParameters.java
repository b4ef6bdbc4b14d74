package io.outrider.service.http;

import io.javalin.http.Context;
import io.outrider.service.problem.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parameters of a query; a wrong one is a {@link Problem} that names it. Unknown parameters are ignored. */
public record QueryParameters(Context request) {
    private static final int LONGEST = 500;
    private static final Instant LATEST = Instant.parse("2261-12-31T23:59:59Z");

    /** Blank before a zone's offset: a plus that was not encoded. */
    private static final Pattern DECODED_PLUS = Pattern.compile(" (?=\\d\\d:?\\d\\d$)");

    /** @return empty if it is absent */
    public Optional<String> text(String name) {
        List<String> values = request.queryParams(name);
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (values.size() > 1) {
            throw Problem.parameter(name, "'" + name + "' is there more than once");
        }
        String value = values.get(0).strip();
        if (value.isEmpty()) {
            throw Problem.parameter(name, "'" + name + "' is empty");
        }
        if (value.length() > LONGEST) {
            throw Problem.parameter(name, "'" + name + "' has " + LONGEST + " characters at most");
        }
        return Optional.of(value);
    }

    public String required(String name) {
        return text(name).orElseThrow(() -> Problem.parameter(name, "'" + name + "' is missing"));
    }

    /** Time in ISO 8601 with its zone; years 1970 to 2261, which 64 bits of nanoseconds hold. */
    public Optional<Instant> time(String name) {
        return text(name).map(text -> instant(name, text));
    }

    private static Instant instant(String name, String text) {
        String repaired = DECODED_PLUS.matcher(text).replaceFirst("+").toUpperCase(Locale.ROOT);
        Instant time;
        try {
            time = OffsetDateTime.parse(repaired).toInstant();
        } catch (DateTimeException e) {
            throw Problem.parameter(
                    name, "'" + name + "' is no time; it is ISO 8601 with its zone, such as 2026-11-22T10:15:00.000Z");
        }
        if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
            throw Problem.parameter(name, "'" + name + "' is between 1970 and 2261");
        }
        return time;
    }

    /** Whole number within a range. */
    public Optional<Integer> number(String name, int least, int most) {
        return text(name).map(text -> {
            int value = text.matches("-?[0-9]{1,9}") ? Integer.parseInt(text) : least - 1;
            if (value < least || value > most) {
                throw Problem.parameter(name, "'" + name + "' is a whole number from " + least + " to " + most);
            }
            return value;
        });
    }

    /** @return false if it is absent */
    public boolean flag(String name) {
        return text(name)
                .map(text -> switch (text.toLowerCase(Locale.ROOT)) {
                    case "true", "1" -> true;
                    case "false", "0" -> false;
                    default -> throw Problem.parameter(name, "'" + name + "' is true or false");
                })
                .orElse(false);
    }
}
