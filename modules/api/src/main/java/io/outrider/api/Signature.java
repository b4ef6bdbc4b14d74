package io.outrider.api;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Declaration of a function without its implementation: what help, documentation and the check of configured calls need.
 * A {@link ModuleFactory} has those of its module, so that they are known without opening it.
 *
 * @param name {@code module.function}, lower case
 * @param summary one line for display
 * @param arguments a record whose components are, in their order, the positional arguments and, in snake case, the
 *     keywords; Jackson's annotations on them define required arguments, defaults and help texts. The record's compact
 *     constructor throws {@link InvalidArgumentException} for a value out of range
 * @param batch name of the function that takes several calls of this one at once: its keyword {@code queries} is a list of
 *     {@code {args, kwargs}}, and {@code values} of its result has an item for each, in their order, an object with
 *     {@code error} for one that failed; null if there is none
 */
public record Signature<A extends Record>(String name, String summary, Class<A> arguments, String batch) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");

    public Signature {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a function is called module.function, not '" + name + "'");
        }
        Objects.requireNonNull(summary);
        Objects.requireNonNull(arguments);
    }

    public Signature(String name, String summary, Class<A> arguments) {
        this(name, summary, arguments, null);
    }

    public Signature<A> batchedBy(String function) {
        return new Signature<>(name, summary, arguments, function);
    }

    public Function<A> with(Function.Body<A> body) {
        return new Function<>(this, body);
    }

    /** The function with this declaration, which needs no {@link Call}. */
    public Function<A> with(Function.Plain<A> body) {
        return new Function<>(this, (arguments, call) -> body.run(arguments));
    }
}
