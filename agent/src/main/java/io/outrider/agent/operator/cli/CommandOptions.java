package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Parser of options and words. Options may stand anywhere, as {@code --name}, {@code --name VALUE} or
 * {@code --name=VALUE}; after {@code --} everything is a word. Absent values are null. Hand-written, as a library takes
 * longer to load than a call.
 */
final class CommandOptions {
    private final Map<String, List<String>> given = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();

    CommandOptions() {}

    /** An unknown option counts as a word. */
    static CommandOptions of(Set<String> flags, Set<String> valued, Set<String> repeated, List<String> arguments)
            throws Failure {
        CommandOptions options = new CommandOptions();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (argument.equals("--")) {
                options.words.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            } else if (flags.contains(argument)) {
                options.given.put(argument, List.of());
            } else if (!valued.contains(name)) {
                options.words.add(argument);
            } else if (options.has(name) && !repeated.contains(name)) {
                throw bad(name + ": is there twice");
            } else if (equals >= 0) {
                options.add(name, argument.substring(equals + 1));
            } else if (i + 1 == arguments.size() || isOption(arguments.get(i + 1), flags, valued)) {
                throw bad(name + ": its value is missing");
            } else {
                i++;
                options.add(name, arguments.get(i));
            }
        }
        return options;
    }

    private static boolean isOption(String argument, Set<String> flags, Set<String> valued) {
        return flags.contains(argument) || valued.contains(argument.split("=", 2)[0]);
    }

    private void add(String name, String value) {
        given.computeIfAbsent(name, each -> new ArrayList<>()).add(value);
    }

    static Failure bad(String sentence) {
        return new Failure(AgentErrors.BAD_COMMAND, sentence);
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    boolean hasAny(List<String> names) {
        return !Collections.disjoint(given.keySet(), names);
    }

    String value(String name) {
        return has(name) ? given.get(name).get(0) : null;
    }

    Path path(String name) {
        return has(name) ? Path.of(value(name)) : null;
    }

    Double seconds(String name) throws Failure {
        return number(name, Double::valueOf, "a number of seconds");
    }

    Integer count(String name) throws Failure {
        return number(name, Integer::valueOf, "a whole number");
    }

    private <T> T number(String name, Function<String, T> parser, String what) throws Failure {
        try {
            return has(name) ? parser.apply(value(name)) : null;
        } catch (NumberFormatException e) {
            throw Failure.argument(name, "takes " + what + ", not '" + value(name) + "'");
        }
    }

    List<String> values(String name) {
        return given.getOrDefault(name, List.of());
    }

    List<String> words() {
        return words;
    }
}
