package io.outrider.api;

import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of queries to the vehicle. Loggers and the state of the vehicle depend on them, whichever module asks. */
public final class VehicleErrors {
    public static final ErrorCode NO_DATA = new ErrorCode(
            "NO_DATA",
            Actor.VEHICLE,
            "No ECU answered within the timeout.",
            "Switch the ignition on; check header, protocol and flow control ids of the query.");

    public static final ErrorCode NEGATIVE_RESPONSE = new ErrorCode(
            "NEGATIVE_RESPONSE",
            Actor.VEHICLE,
            "An ECU refused the request (service 7F).",
            "The message has the reason: often the engine has to run, or the ECU does not have this value.");

    public static final ErrorCode BROKEN_ANSWER = new ErrorCode(
            "BROKEN_ANSWER",
            Actor.VEHICLE,
            "An answer of several frames ended too early, was out of order or was too long.",
            "Ask again; if it stays, raise `timeout` or look for other testers on the bus.");

    public static final ErrorCode UNEXPECTED_ANSWER = new ErrorCode(
            "UNEXPECTED_ANSWER",
            Actor.VEHICLE,
            "The answers do not have the expected number of frames or bytes.",
            "Correct the expectation, or leave `strict` out.");

    public static final ErrorCode NOT_SUPPORTED = new ErrorCode(
            "NOT_SUPPORTED",
            Actor.VEHICLE,
            "The vehicle does not list the PID as supported.",
            "Use `force=true` to ask for it all the same.");

    public static final ErrorCode FORMULA_FAILED = new ErrorCode(
            "FORMULA_FAILED",
            Actor.VEHICLE,
            "The formula cannot be evaluated with the bytes of the answer.",
            "Correct the formula; `obd.formula` tries it with bytes of your choice.");

    public static final ErrorCode BUS_PAUSED = new ErrorCode(
            "BUS_PAUSED",
            Actor.VEHICLE,
            "The bus is silent, and nothing may be sent that could wake the vehicle.",
            "Switch the ignition on, or see `silent_bus` in docs/obd.md.");

    public static final List<ErrorCode> ALL = List.of(
            NO_DATA, NEGATIVE_RESPONSE, BROKEN_ANSWER, UNEXPECTED_ANSWER, NOT_SUPPORTED, FORMULA_FAILED, BUS_PAUSED);

    private VehicleErrors() {}
}
