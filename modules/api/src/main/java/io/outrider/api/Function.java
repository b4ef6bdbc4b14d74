package io.outrider.api;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One thing a unit can do, called by name from anywhere: a remote command, a logger, the command line, a container.
 *
 * @param name {@code module.function}, lower case
 * @param summary one line for people
 * @param arguments a record whose components are, in their order, the positional arguments and, in snake case, the
 *     keywords; Jackson's annotations on them say which are required, their default and their help text. The record's
 *     compact constructor throws {@link IllegalArgumentException} ("name: what is wrong") for a value out of range
 * @param body what it does
 */
public record Function<A extends Record>(String name, String summary, Class<A> arguments, Body<A> body) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");

    public Function {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a function is called module.function, not '" + name + "'");
        }
        Objects.requireNonNull(summary);
        Objects.requireNonNull(arguments);
        Objects.requireNonNull(body);
    }

    /** A function that neither tells its progress nor asks who calls. */
    public Function(String name, String summary, Class<A> arguments, Plain<A> body) {
        this(name, summary, arguments, (given, call) -> body.run(given));
    }

    /** The code behind a function. Any thread, several at once. */
    @FunctionalInterface
    public interface Body<A extends Record> {
        /**
         * @return what becomes JSON: a record, map, list, text, number, boolean or null; or an {@link Outcome}
         * @throws InterruptedException when the call is cancelled; the body leaves nothing half done
         */
        Object run(A arguments, Call call) throws Failure, InterruptedException;
    }

    /** {@link Body} for the many functions that do not need the call. */
    @FunctionalInterface
    public interface Plain<A extends Record> {
        Object run(A arguments) throws Failure, InterruptedException;
    }
}
