package io.outrider.api;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Function of a unit, called by name from a remote command, a logger, the command line or a container.
 *
 * @param name {@code module.function}, lower case
 * @param summary one line for display
 * @param arguments a record whose components are, in their order, the positional arguments and, in snake case, the
 *     keywords; Jackson's annotations on them define required arguments, defaults and help texts. The record's compact
 *     constructor throws {@link IllegalArgumentException} ("name: what is wrong") for a value out of range
 * @param batch name of the function that takes several calls of this one at once: its keyword {@code queries} is a list of
 *     {@code {args, kwargs}}, and {@code values} of its result has an item for each, in their order, an object with
 *     {@code error} for one that failed; null if there is none
 */
public record Function<A extends Record>(String name, String summary, Class<A> arguments, Body<A> body, String batch) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");

    public Function {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a function is called module.function, not '" + name + "'");
        }
        Objects.requireNonNull(summary);
        Objects.requireNonNull(arguments);
        Objects.requireNonNull(body);
    }

    /** A function without a batch. */
    public Function(String name, String summary, Class<A> arguments, Body<A> body) {
        this(name, summary, arguments, body, null);
    }

    /** A function that needs no {@link Call}. */
    public Function(String name, String summary, Class<A> arguments, Plain<A> body) {
        this(name, summary, arguments, (given, call) -> body.run(given));
    }

    /** This function with a batch. */
    public Function<A> batchedBy(String function) {
        return new Function<>(name, summary, arguments, body, function);
    }

    /** Implementation of a function. Any thread, several at once. */
    @FunctionalInterface
    public interface Body<A extends Record> {
        /**
         * @return JSON value: a record, map, list, text, number, boolean or null; or an {@link Outcome}
         * @throws InterruptedException when the call is cancelled; the body has to leave a consistent state
         */
        Object run(A arguments, Call call) throws Failure, InterruptedException;
    }

    /** {@link Body} for functions that do not need the call. */
    @FunctionalInterface
    public interface Plain<A extends Record> {
        Object run(A arguments) throws Failure, InterruptedException;
    }
}
