package io.outrider.api;

import java.util.Arrays;
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
        /** The developers: a fault in this program, or in a module of another author. */
        AGENT
    }

    private final Actor actor;
    private final ErrorCode errorCode;
    private final String path;
    private final String sentence;

    private Failure(Actor actor, ErrorCode code, String path, String sentence, String message, Throwable cause) {
        super(Objects.requireNonNull(message), cause);
        this.actor = Objects.requireNonNull(actor);
        this.errorCode = Objects.requireNonNull(code);
        this.path = path;
        this.sentence = sentence;
    }

    /** @param actor another than the code's own */
    public Failure(Actor actor, ErrorCode code, String message, Throwable cause) {
        this(actor, code, "", message, message, cause);
    }

    /** @param actor another than the code's own */
    public Failure(Actor actor, ErrorCode code, String message) {
        this(actor, code, message, null);
    }

    public Failure(ErrorCode code, String message, Throwable cause) {
        this(code.actor(), code, message, cause);
    }

    public Failure(ErrorCode code, String message) {
        this(code, message, null);
    }

    /** Invalid argument; the message starts with the argument's name as the caller wrote it. */
    public static Failure argument(String path, String sentence) {
        return argument(path, sentence, null);
    }

    /** @param path name of the argument, as the caller wrote it; within it with dots and indices */
    public static Failure argument(String path, String sentence, Throwable cause) {
        ErrorCode code = CommonErrors.BAD_ARGUMENT;
        return new Failure(code.actor(), code, path, sentence, path + ": " + sentence, cause);
    }

    /** Internal fault. The exception is for the log and not part of the sentence. */
    public static Failure fault(String where, Throwable cause) {
        return FaultOwner.OUTRIDER.failure(where, cause);
    }

    /** Failure as another process reports it, whose code may be missing in the registry of this one. */
    public static Failure reported(Actor actor, String code, String message) {
        return new Failure(actor, new ErrorCode(code, actor, "", ""), message);
    }

    public Failure withMessage(String message) {
        return new Failure(actor, errorCode, path, message, message, this);
    }

    /** This failure with the path of the wrong argument or setting. */
    public Failure at(String where) {
        return new Failure(actor, errorCode, where, sentence, getMessage(), getCause());
    }

    public Actor actor() {
        return actor;
    }

    /** Stable error code for programs, in capitals, such as {@code NO_DATA}. */
    public String code() {
        return errorCode.name();
    }

    public ErrorCode errorCode() {
        return errorCode;
    }

    /** True if the failure has one of these codes. */
    public boolean is(ErrorCode... codes) {
        return Arrays.asList(codes).contains(errorCode);
    }

    /** Path of the wrong argument or setting, such as {@code kwarg.formula} or {@code list[3].every}; empty if unknown. */
    public String path() {
        return path;
    }

    /** The message without the path in front of it. */
    public String sentence() {
        return sentence;
    }
}
