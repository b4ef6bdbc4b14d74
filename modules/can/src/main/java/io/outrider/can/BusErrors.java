package io.outrider.can;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of CAN buses, except that of a paused one. */
public final class BusErrors {
    public static final ErrorCode BUS_MISSING = new ErrorCode(
            "BUS_MISSING",
            Actor.OPERATOR,
            "There is no CAN interface of this name.",
            "Correct `[obd] can`, or see to the driver of the interface.");

    public static final ErrorCode BUS_DOWN = new ErrorCode(
            "BUS_DOWN", Actor.OPERATOR, "The CAN interface is down.", "Bring it up: `ip link set can0 up`.");

    public static final ErrorCode BUS_LISTEN_ONLY = new ErrorCode(
            "BUS_LISTEN_ONLY",
            Actor.OPERATOR,
            "The settings or the interface forbid sending.",
            "Allow sending if it is meant: the message names the setting.");

    public static final ErrorCode BUS_CONGESTED = new ErrorCode(
            "BUS_CONGESTED",
            Actor.OPERATOR,
            "The send queue of the interface stayed full.",
            "Check bit rate, wiring and termination: nobody acknowledges the frames.");

    public static final ErrorCode BUS_UNFIT = new ErrorCode(
            "BUS_UNFIT",
            Actor.OPERATOR,
            "The bus does not carry this type of frame, such as CAN FD on a classic bus.",
            "Configure the interface for it, or send another type of frame.");

    public static final ErrorCode BUS_CLOSED = new ErrorCode(
            "BUS_CLOSED", Actor.OPERATOR, "The bus was closed during the call, as by a reload.", "Repeat the call.");

    public static final ErrorCode BUS_UNSUPPORTED = new ErrorCode(
            "BUS_UNSUPPORTED",
            Actor.OPERATOR,
            "The kernel has no CAN support, or the native library does not load.",
            "Load the kernel modules can and can_raw; check the installation.");

    public static final ErrorCode BUS_FAILED = new ErrorCode(
            "BUS_FAILED",
            Actor.OPERATOR,
            "The system reports another error of the bus.",
            "The message has the error of the system.");

    public static final List<ErrorCode> ALL = List.of(
            BUS_MISSING, BUS_DOWN, BUS_LISTEN_ONLY, BUS_CONGESTED, BUS_UNFIT, BUS_CLOSED, BUS_UNSUPPORTED, BUS_FAILED);

    private BusErrors() {}
}
