package io.outrider.api;

import java.util.Objects;

/** Function of a unit, called by name from a remote command, a logger, the command line or a container. */
public record Function<A extends Record>(Signature<A> signature, Body<A> body) {
    public Function {
        Objects.requireNonNull(signature);
        Objects.requireNonNull(body);
    }

    public String name() {
        return signature.name();
    }

    public String summary() {
        return signature.summary();
    }

    public Class<A> arguments() {
        return signature.arguments();
    }

    public String batch() {
        return signature.batch();
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
