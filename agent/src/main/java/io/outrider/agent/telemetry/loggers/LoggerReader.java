package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.vehicle.state.ConditionNames;
import io.outrider.wire.Priority;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reader of logger entries in the settings and in the desired document, which have the same format. */
final class LoggerReader {
    private static final List<String> KEYS = List.of(
            "name",
            "function",
            "arg",
            "kwarg",
            "every",
            "cron",
            "on",
            "filter",
            "converter",
            "when",
            "priority",
            "type",
            "enabled");
    private static final List<String> TIMINGS = List.of("every", "cron", "on");
    private static final long LEAST = 10_000_000L;
    private static final long MOST = 31 * 86_400_000_000_000L;
    private static final Pattern FUNCTION = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");
    private static final Pattern NAME = Pattern.compile("[^\\s\\p{Cc}*]{1,100}");

    private LoggerReader() {}

    /**
     * Valid entries of a list.
     *
     * @param path path of the list in messages
     * @param problems receives a message for each mistake
     */
    static List<LoggerSettings> all(String path, List<?> list, List<String> problems) {
        return all(path, list, call -> Optional.empty(), problems);
    }

    /** @param check reason against a call, if any; evaluated for each enabled entry */
    static List<LoggerSettings> all(
            String path, List<?> list, Function<ConfiguredCall, Optional<String>> check, List<String> problems) {
        Map<String, Integer> names = new LinkedHashMap<>();
        List<LoggerSettings> all = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String place = path + "[" + i + "]";
            if (!(list.get(i) instanceof Map<?, ?> table)) {
                problems.add(place + ": is no table with the keys of a logger");
                continue;
            }
            int before = problems.size();
            LoggerSettings read = one(place, table, problems);
            if (problems.size() == before && read.enabled()) {
                check.apply(read.call(path, place)).ifPresent(why -> problems.add(place + ": " + why));
            }
            if (problems.size() > before) {
                continue;
            }
            Integer other = names.putIfAbsent(read.name(), i);
            if (other == null) {
                all.add(read);
            } else {
                problems.add(place + ".name: '" + read.name() + "' is the name of entry " + (other + 1)
                        + " too; give one of them another name");
            }
        }
        return all;
    }

    private static LoggerSettings one(String place, Map<?, ?> table, List<String> problems) {
        TableReader fields = new TableReader(place, table, KEYS, problems);
        boolean enabled = fields.bool("enabled", true);
        String function = function(fields, enabled);
        List<Object> arg = fields.list("arg");
        Map<String, Object> kwarg = fields.table("kwarg");
        String type = type(fields);
        String name = name(fields, function, arg, kwarg, type);
        return new LoggerSettings(
                name,
                function,
                arg,
                kwarg,
                timing(fields, enabled),
                FilterReader.read(fields, problems),
                fields.oneOf("converter", ReadingConverter.class, ReadingConverter.NONE),
                conditions(fields),
                fields.oneOf("priority", Priority.class, null),
                type,
                enabled);
    }

    private static String function(TableReader fields, boolean enabled) {
        String function = fields.text("function");
        if (function == null) {
            if (!fields.has("function") && (enabled || !fields.has("name"))) {
                fields.wrong("function", "is missing: what to call, such as obd.query");
            }
            return "none.none";
        }
        if (!FUNCTION.matcher(function).matches()) {
            fields.wrong(
                    "function", "a function is called module.function, not '" + TableReader.shorten(function) + "'");
            return "none.none";
        }
        return function;
    }

    private static String type(TableReader fields) {
        String type = fields.text("type");
        if (type != null && !NAME.matcher(type).matches()) {
            fields.wrong("type", "takes the type of the records, such as trailer.door, without blanks and *");
            return null;
        }
        if (type != null && type.matches("(agent|event)\\..*")) {
            fields.wrong("type", "takes no type of the agent's own, which " + type + " would be");
            return null;
        }
        return type;
    }

    /** Name of the entry; by default the record type of a vehicle query, so that it replaces the standard logger. */
    private static String name(
            TableReader fields, String function, List<Object> arg, Map<String, Object> kwarg, String type) {
        String name = fields.text("name");
        if (name == null) {
            name = type != null ? type : defaultName(function, arg, kwarg);
            name = name.replaceAll("[\\s\\p{Cc}*]+", "_");
            return name.length() <= 100 ? name : name.substring(0, 100);
        }
        if (!NAME.matcher(name).matches()) {
            fields.wrong(
                    "name", "takes 1 to 100 characters without blanks and *, not '" + TableReader.shorten(name) + "'");
        }
        return name;
    }

    private static String defaultName(String function, List<Object> arg, Map<String, Object> kwarg) {
        Object asked = kwarg.get("type") != null
                ? kwarg.get("type")
                : !arg.isEmpty() && arg.get(0) != null ? arg.get(0) : kwarg.get("name");
        if (function.equals("obd.query") && asked != null) {
            return "obd." + String.valueOf(asked).toLowerCase(Locale.ROOT);
        }
        return arg.isEmpty() ? function : function + "#" + hash(arg);
    }

    /** Short hash of arguments, which may be secret, whereas names are logged. */
    private static String hash(List<Object> arg) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(arg.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 3);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static LoggerTiming timing(TableReader fields, boolean enabled) {
        List<String> given = TIMINGS.stream().filter(fields::has).toList();
        if (given.isEmpty() && !enabled) {
            return null;
        }
        if (given.size() != 1) {
            fields.wrong(
                    given.isEmpty() ? "every" : given.get(1),
                    "give exactly one of every, cron and on, not "
                            + (given.isEmpty() ? "none" : String.join(" and ", given)));
            return null;
        }
        if (given.get(0).equals("every")) {
            return new LoggerTiming.Every(Math.max(LEAST, fields.duration("every", LEAST, MOST)));
        }
        String text = fields.text(given.get(0));
        if (text == null) {
            return null;
        }
        if (given.get(0).equals("on")) {
            if (!text.matches("[^\\s/]+(/[^\\s/]+)+|\\*")) {
                fields.wrong(
                        "on",
                        "takes the tag of an event such as vehicle/engine/running, or a pattern such as"
                                + " vehicle/engine/*, not '" + TableReader.shorten(text) + "'");
            }
            return new LoggerTiming.On(text);
        }
        try {
            return new LoggerTiming.At(CronExpression.parse(text));
        } catch (IllegalArgumentException e) {
            fields.wrong("cron", e.getMessage());
            return null;
        }
    }

    private static List<String> conditions(TableReader fields) {
        List<String> conditions = fields.texts("when");
        for (String each : conditions) {
            String problem = ConditionNames.problem(each);
            if (problem != null) {
                fields.wrong("when", problem);
            }
        }
        return conditions;
    }
}
