package io.outrider.obd.errors;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of queries and frames. */
public final class ObdErrors {
    public static final ErrorCode NOT_TAKEN = new ErrorCode(
            "NOT_TAKEN",
            Actor.VEHICLE,
            "The receiver did not take a message of several frames (ISO-TP flow control).",
            "Check header and flow control ids; the ECU may be off or busy.");

    public static final ErrorCode SHORT_ANSWER = new ErrorCode(
            "SHORT_ANSWER",
            Actor.VEHICLE,
            "The answer has fewer bytes than its decoder needs.",
            "Ask again, or choose another decoder.");

    public static final ErrorCode WRONG_ANSWER = new ErrorCode(
            "WRONG_ANSWER",
            Actor.VEHICLE,
            "The answer repeats the bytes of another request.",
            "Ask again; another tester may be on the bus.");

    public static final ErrorCode UNREADABLE_ANSWER = new ErrorCode(
            "UNREADABLE_ANSWER",
            Actor.VEHICLE,
            "The bytes of the answer have no meaning for the decoder.",
            "Ask with decoder raw_string to see the bytes.");

    public static final ErrorCode TOO_MANY_ANSWERS = new ErrorCode(
            "TOO_MANY_ANSWERS",
            Actor.VEHICLE,
            "More ECUs answered than a query takes; the further answers are missing.",
            "Name one ECU with `header`.");

    public static final ErrorCode TOO_MANY_CODES = new ErrorCode(
            "TOO_MANY_CODES",
            Actor.VEHICLE,
            "A result has its most trouble codes; those of this ECU are incomplete.",
            "Ask this ECU alone with `obd.query` and `header`.");

    public static final ErrorCode STORAGE = new ErrorCode(
            "STORAGE",
            Actor.OPERATOR,
            "A recording cannot be stored or read.",
            "Delete recordings with `obd.recordings delete=NAME`, or see to the disk that the message names.");

    public static final List<ErrorCode> ALL = List.of(
            NOT_TAKEN, SHORT_ANSWER, WRONG_ANSWER, UNREADABLE_ANSWER, TOO_MANY_ANSWERS, TOO_MANY_CODES, STORAGE);

    private ObdErrors() {}
}
