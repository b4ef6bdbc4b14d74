package io.outrider.api;

import java.util.Objects;

/**
 * What a function throws when it cannot do what it was asked. The message is one sentence for the person who asked: it
 * names what is wrong and says what to do.
 */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Who has to act before the same call can succeed. */
    public enum Actor {
        /** Whoever made the call: an argument is wrong. */
        CALLER,
        /** Whoever owns the unit: a setting, a permission, an interface. */
        OPERATOR,
        /** Nobody here: the network has to come back. */
        NETWORK,
        /** The vehicle: ignition, a control unit that refuses or is silent. */
        VEHICLE,
        /** Us: a fault in this program. */
        AGENT
    }

    private final Actor actor;
    private final String code;

    public Failure(Actor actor, String code, String message, Throwable cause) {
        super(Objects.requireNonNull(message), cause);
        this.actor = Objects.requireNonNull(actor);
        this.code = Objects.requireNonNull(code);
    }

    public Failure(Actor actor, String code, String message) {
        this(actor, code, message, null);
    }

    /** A wrong argument; the sentence starts with the argument's name as the caller wrote it. */
    public static Failure argument(String name, String sentence) {
        return new Failure(Actor.CALLER, "BAD_ARGUMENT", name + ": " + sentence);
    }

    /** A fault in this program. Its exception is for the log, and no part of the sentence. */
    public static Failure fault(String where, Throwable cause) {
        return new Failure(
                Actor.AGENT,
                "FAULT",
                where + ": a fault in outrider; please report it with what the log has of it",
                cause);
    }

    public Actor actor() {
        return actor;
    }

    /** A stable word for programs, in capitals, such as {@code NO_DATA}. */
    public String code() {
        return code;
    }
}
