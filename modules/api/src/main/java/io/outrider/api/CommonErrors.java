package io.outrider.api;

import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes that several modules use, and codes of modules on which the agent acts. */
public final class CommonErrors {
    public static final ErrorCode BAD_ARGUMENT = new ErrorCode(
            "BAD_ARGUMENT",
            Actor.CALLER,
            "An argument is missing, unknown, given twice, of the wrong kind or out of range.",
            "Correct the argument that the message names; `outrider FUNCTION --help` lists them.");

    public static final ErrorCode NO_SUCH_FUNCTION = new ErrorCode(
            "NO_SUCH_FUNCTION",
            Actor.CALLER,
            "The unit has no function of this name.",
            "Take one of the names in the message; `outrider --help` lists all of them.");

    public static final ErrorCode BUSY = new ErrorCode(
            "BUSY",
            Actor.CALLER,
            "A limit of memory, jobs, connections or parallel use is reached; the call had no effect unless the message"
                    + " says so.",
            "Repeat the call later, or ask for less at a time.");

    public static final ErrorCode NO_HARDWARE = new ErrorCode(
            "NO_HARDWARE",
            Actor.OPERATOR,
            "The hardware of the function is absent or does not respond.",
            "Connect it, or correct the setting that the message names; later calls detect it without a restart.");

    public static final ErrorCode RESULT_TOO_DEEP = new ErrorCode(
            "RESULT_TOO_DEEP",
            Actor.CALLER,
            "The result nests lists or objects too deeply to be sent.",
            "Ask for a part of the result.");

    public static final ErrorCode FAULT = new ErrorCode(
            "FAULT",
            Actor.AGENT,
            "A fault in outrider itself, or in a module of another author, which the message names then.",
            "Report it with the lines of the log at that time.");

    public static final List<ErrorCode> ALL =
            List.of(BAD_ARGUMENT, NO_SUCH_FUNCTION, BUSY, NO_HARDWARE, RESULT_TOO_DEEP, FAULT);

    private CommonErrors() {}
}
