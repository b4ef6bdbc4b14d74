package io.outrider.unit.gnss;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of the position. */
public final class GnssErrors {
    public static final ErrorCode NO_FIX = new ErrorCode(
            "NO_FIX",
            Actor.VEHICLE,
            "The receiver has no current position.",
            "Wait for a view of the sky; the message says what is missing.");

    public static final ErrorCode NOT_READABLE = new ErrorCode(
            "NOT_READABLE",
            Actor.OPERATOR,
            "The serial device of the receiver cannot be read.",
            "Add the user of the daemon to the group of the device, or correct `[gnss] device`.");

    public static final ErrorCode CLOSED = new ErrorCode(
            "CLOSED", Actor.AGENT, "The module was closed during the call, as by a reload.", "Repeat the call.");

    public static final List<ErrorCode> ALL = List.of(NO_FIX, NOT_READABLE, CLOSED);

    private GnssErrors() {}
}
