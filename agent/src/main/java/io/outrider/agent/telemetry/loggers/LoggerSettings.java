package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.api.Excerpt;
import io.outrider.wire.Priority;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Settings of one logger.
 *
 * @param timing null if it is not enabled
 * @param priority of its records; null for the default of their type
 * @param type of its records; null for the type in the result
 * @param enabled false removes the logger of this name
 */
record LoggerSettings(
        String name,
        String function,
        List<Object> arg,
        Map<String, Object> kwarg,
        LoggerTiming timing,
        FilterSettings filter,
        ReadingConverter converter,
        List<String> when,
        Priority priority,
        String type,
        boolean enabled) {
    LoggerSettings {
        arg = Collections.unmodifiableList(arg);
        kwarg = Collections.unmodifiableMap(new LinkedHashMap<>(kwarg));
        when = List.copyOf(when);
    }

    String module() {
        return function.substring(0, function.indexOf('.'));
    }

    /** Call of the function; equal for loggers that share it. */
    Question question() {
        return new Question(function, arg, kwarg);
    }

    record Question(String function, List<Object> arg, Map<String, Object> kwarg) {
        private static final Pattern STANDARD_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
        private static final Pattern REQUEST = Pattern.compile("[0-9A-Fa-f]+");

        /** Keywords that do not change the request to the vehicle. */
        private static final Set<String> HARMLESS = Set.of("force", "unit");

        /** True if it asks for a standard value by name, which can share a request. */
        boolean isPlain() {
            return HARMLESS.containsAll(kwarg.keySet())
                    && arg.size() == 1
                    && arg.get(0) instanceof String name
                    && STANDARD_NAME.matcher(name).matches()
                    && !REQUEST.matcher(name).matches();
        }

        RedactedArguments shown() {
            return RedactedArguments.of(arg, kwarg);
        }

        /** Call as on the command line, with secrets masked. */
        String text() {
            RedactedArguments shown = shown();
            String words = shown.positional().stream().map(each -> " " + each).collect(Collectors.joining())
                    + shown.keywords().entrySet().stream()
                            .map(each -> " " + each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining());
            return function + Excerpt.of(words, 200);
        }
    }
}
