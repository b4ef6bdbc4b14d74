package io.outrider.api;

import java.util.Objects;

/**
 * Expected failure of a function call. The message is one sentence for the caller: it names the cause and the remedy.
 */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Party that has to act before the same call can succeed. */
    public enum Actor {
        /** The caller: an argument is wrong. */
        CALLER,
        /** The operator of the unit: a setting, a permission, an interface. */
        OPERATOR,
        /** No party: the network has to come back. */
        NETWORK,
        /** The vehicle: ignition, or an ECU that refuses or is silent. */
        VEHICLE,
        /** The developers: a fault in this program. */
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

    /** Invalid argument; the sentence starts with the argument's name as the caller wrote it. */
    public static Failure argument(String name, String sentence) {
        return new Failure(Actor.CALLER, "BAD_ARGUMENT", name + ": " + sentence);
    }

    /** Internal fault. The exception is for the log and not part of the sentence. */
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

    /** Stable error code for programs, in capitals, such as {@code NO_DATA}. */
    public String code() {
        return code;
    }
}
