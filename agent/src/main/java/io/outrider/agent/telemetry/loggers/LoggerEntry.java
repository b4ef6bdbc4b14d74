package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.settings.EntryCheck;
import io.outrider.agent.runtime.settings.NamedEntry;
import io.outrider.agent.vehicle.state.ConditionNames;
import io.outrider.wire.Priority;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Entry of {@code [[loggers.list]]} or of the desired document, as written; docs/loggers.md explains the keys. What is
 * absent is null.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LoggerEntry(
        String name,
        String function,
        List<Object> arg,
        Map<String, Object> kwarg,
        Object every,
        String cron,
        String on,
        FilterEntry filter,
        String converter,
        List<Object> when,
        String priority,
        String type,
        Boolean enabled)
        implements NamedEntry {
    private static final long LEAST = 10_000_000L;
    private static final long MOST = 31 * 86_400_000_000_000L;
    private static final int LONGEST_NAME = 100;
    private static final Pattern FUNCTION = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");
    private static final Pattern NAME = Pattern.compile("[^\\s\\p{Cc}*]{1,100}");
    private static final Pattern OWN_TYPE = Pattern.compile("(agent|event)\\..*");
    private static final Pattern EVENTS = Pattern.compile("[^\\s/]+(/[^\\s/]+)+|\\*");

    LoggerEntry {
        EntryCheck check = new EntryCheck();
        boolean isOff = Boolean.FALSE.equals(enabled);
        boolean isNamed = function != null || isOff && name != null;
        check.that(isNamed, "function", "is missing: what to call, such as obd.query", "name", "enabled");
        List<String> timings = timings(every, cron, on);
        name = check.text("name", name);
        function = check.text("function", function);
        cron = check.text("cron", cron);
        on = check.text("on", on);
        converter = check.text("converter", converter);
        priority = check.text("priority", priority);
        type = check.text("type", type);
        check.matches(FUNCTION, "function", function, "a function is called module.function, not '%s'");
        check.matches(NAME, "name", name, "takes 1 to 100 characters without blanks and *, not '%s'");
        check.matches(NAME, "type", type, "takes the type of the records, such as trailer.door, without blanks and *");
        check.that(
                type == null || !OWN_TYPE.matcher(type).matches(),
                "type",
                "takes no type of the agent's own, which " + type + " would be");
        check.that(
                timings.size() == 1 || timings.isEmpty() && isOff,
                timings.size() < 2 ? "every" : timings.get(1),
                "give exactly one of every, cron and on, not "
                        + (timings.isEmpty() ? "none" : String.join(" and ", timings)),
                "every",
                "cron",
                "on",
                "enabled");
        check.parse("every", every, LoggerEntry::interval);
        check.parse("cron", cron, CronExpression::parse);
        check.matches(
                EVENTS,
                "on",
                on,
                "takes the tag of an event such as vehicle/engine/running, or a pattern such as vehicle/engine/*,"
                        + " not '%s'");
        check.parse("converter", converter, text -> EntryCheck.oneOf(ReadingConverter.class, text));
        check.parse("priority", priority, text -> EntryCheck.oneOf(Priority.class, text));
        check.each("when", when, LoggerEntry::condition);
        check.done();
    }

    private static List<String> timings(Object every, String cron, String on) {
        return Stream.of(every == null ? "" : "every", cron == null ? "" : "cron", on == null ? "" : "on")
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static String condition(Object given) {
        if (!(given instanceof String text) || text.isBlank()) {
            throw new IllegalArgumentException("takes a list of texts in quotes, not " + EntryCheck.shorten(given));
        }
        String problem = ConditionNames.problem(text.strip());
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return text.strip();
    }

    private static long interval(Object every) {
        return DurationText.parse(every, LEAST, MOST);
    }

    boolean isActive() {
        return enabled == null || enabled;
    }

    ConfiguredCall call(String section, String path) {
        return new ConfiguredCall(section, path, function, args(), keywords(), false);
    }

    LoggerSettings settings() {
        return new LoggerSettings(
                uniqueName(),
                function,
                args(),
                keywords(),
                timing(),
                filter == null ? FilterSettings.NONE : filter.settings(),
                converter == null ? ReadingConverter.NONE : EntryCheck.oneOf(ReadingConverter.class, converter),
                conditions(),
                priority == null ? null : EntryCheck.oneOf(Priority.class, priority),
                type,
                isActive());
    }

    private LoggerTiming timing() {
        if (every != null) {
            return new LoggerTiming.Every(interval(every));
        }
        if (cron != null) {
            return new LoggerTiming.At(CronExpression.parse(cron));
        }
        return on == null ? null : new LoggerTiming.On(on);
    }

    private List<String> conditions() {
        return when == null
                ? List.of()
                : when.stream().map(LoggerEntry::condition).toList();
    }

    /** Its name; by default without arguments, which may be secret, whereas names are logged. */
    @Override
    public String uniqueName() {
        if (name != null) {
            return name;
        }
        String unique = type == null ? StandardLoggers.nameOfQuery(this) : type;
        if (unique == null) {
            unique = args().isEmpty() ? function : function + "#" + hash(args());
        }
        unique = unique.replaceAll("[\\s\\p{Cc}*]+", "_");
        return unique.length() <= LONGEST_NAME ? unique : unique.substring(0, LONGEST_NAME);
    }

    private static String hash(List<Object> arg) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(arg.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 3);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    List<Object> args() {
        return arg == null ? List.of() : arg;
    }

    Map<String, Object> keywords() {
        return kwarg == null ? Map.of() : kwarg;
    }
}
