package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.log.LogBuffer;
import io.outrider.agent.runtime.log.LogLine;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Module of {@code log.query} and AutoPi's names for it. */
public record LogModule(LogBuffer buffer) implements Module {
    private static final Signature<Query> QUERY =
            new Signature<>("log.query", "The latest lines of the unit's log", Query.class);
    private static final Signature<Query> LAST_LOGS =
            new Signature<>("minionutil.last_logs", "The same as log.query, as AutoPi calls it", Query.class);
    private static final Signature<Latest> LAST_ERRORS = new Signature<>(
            "minionutil.last_errors",
            "The latest warnings and errors of the unit's log: log.query level=WARN",
            Latest.class);

    public static final List<Signature<?>> SIGNATURES = List.of(QUERY, LAST_LOGS, LAST_ERRORS);

    /** Prefix of a time, at least year and month. */
    private static final Pattern TIME = Pattern.compile("\\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01])"
            + "([T ]([01]\\d|2[0-3])(:[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?)?)?)?Z?");

    record Query(
            @JsonPropertyDescription("part of the message, in any case")
            String text,

            @JsonPropertyDescription("the least level") LogSettings.Level level,

            @JsonPropertyDescription("what it is from, or a part of it: jobs, link, loggers")
            String logger,

            @JsonProperty(defaultValue = "100") @JsonPropertyDescription("so many of the latest")
            Integer last,

            @JsonPropertyDescription("UTC, such as 2026-01-31T12:00, or a part of it from the left")
            String since) {
        Query {
            last = last == null ? 100 : last;
            if (last < 1) {
                throw new InvalidArgumentException("last", "takes 1 or more, not " + last);
            }
            if (since != null && !TIME.matcher(since).matches()) {
                throw new InvalidArgumentException("since", "takes a time such as 2026-01-31T12:00");
            }
            since = since == null ? "" : since.replace(' ', 'T').replace("Z", "");
        }

        boolean takes(LogLine line) {
            return (text == null || line.message().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT)))
                    && (level == null || LogSettings.Level.valueOf(line.level()).compareTo(level) >= 0)
                    && (logger == null || line.logger().contains(logger))
                    && line.time().compareTo(since) >= 0;
        }
    }

    record Latest(
            @JsonProperty(defaultValue = "100") @JsonPropertyDescription("so many of the latest")
            Integer last) {
        Latest {
            if (last != null && last < 1) {
                throw new InvalidArgumentException("last", "takes 1 or more, not " + last);
            }
        }
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                QUERY.with(this::query),
                LAST_LOGS.with(this::query),
                LAST_ERRORS.with(
                        (Latest given) -> query(new Query(null, LogSettings.Level.WARN, null, given.last(), null))));
    }

    private Object query(Query given) {
        List<LogLine> found = buffer.lines().stream().filter(given::takes).toList();
        return found.subList(Math.max(0, found.size() - given.last()), found.size());
    }
}
