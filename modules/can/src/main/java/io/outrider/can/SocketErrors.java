package io.outrider.can;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import tel.schich.javacan.platform.linux.LinuxNativeOperationException;

/** Error numbers of CAN sockets (asm-generic/errno.h, errno-base.h) and their messages. */
final class SocketErrors {
    private static final String LIBRARY_PATH = "javacan.native.javacan-core.path";

    static final int EINTR = 4;
    static final int ENXIO = 6;
    static final int EAGAIN = 11;
    static final int ENODEV = 19;
    static final int EINVAL = 22;
    static final int EMSGSIZE = 90;
    static final int EAFNOSUPPORT = 97;
    static final int EADDRNOTAVAIL = 99;
    static final int ENETDOWN = 100;
    static final int ENOBUFS = 105;

    private SocketErrors() {}

    static int number(IOException e) {
        return e instanceof LinuxNativeOperationException error ? error.getErrorNumber() : 0;
    }

    /** Time-out or signal: try again. */
    static boolean isTimeout(int number) {
        return number == EAGAIN || number == EINTR;
    }

    /** No space in the interface's queue, or in the socket's buffer (send time-out). */
    static boolean isFull(int number) {
        return number == ENOBUFS || isTimeout(number);
    }

    /** The interface of the socket was removed. */
    static boolean isGone(int number) {
        return number == ENXIO || number == ENODEV || number == EADDRNOTAVAIL;
    }

    /** The error passes when the interface appears or comes up. */
    static boolean isTransient(BusException e) {
        return e.code() == BusErrors.BUS_MISSING || e.code() == BusErrors.BUS_DOWN;
    }

    static BusException explain(String bus, IOException cause) {
        if (cause instanceof BusException already) {
            return already;
        }
        if (cause instanceof ClosedChannelException) {
            return new BusException(BusErrors.BUS_CLOSED, "this port of " + bus + " was closed", cause);
        }
        int number = number(cause);
        if (isGone(number)) {
            return missing(bus, cause);
        }
        return switch (number) {
            case ENETDOWN -> down(bus, cause);
            case EAFNOSUPPORT ->
                new BusException(
                        BusErrors.BUS_UNSUPPORTED,
                        "this machine's kernel has no CAN (module can-raw is not there)",
                        cause);
            case EINVAL, EMSGSIZE ->
                new BusException(
                        BusErrors.BUS_UNFIT,
                        bus + " cannot send this frame: an FD frame on a classic interface?",
                        cause);
            default -> new BusException(BusErrors.BUS_FAILED, bus + ": " + systemText(cause), cause);
        };
    }

    /** The system's error text without the library's prefix. */
    private static String systemText(IOException cause) {
        return cause instanceof LinuxNativeOperationException failed ? failed.getErrorString() : IoReason.of(cause);
    }

    /** The text of the cause names classes, so the message names the places searched instead. */
    static BusException noLibrary(LinkageError cause) {
        String path = System.getProperty(LIBRARY_PATH);
        String where = path == null ? "unpacked into " + System.getProperty("java.io.tmpdir") : path;
        return new BusException(
                BusErrors.BUS_UNSUPPORTED,
                "the native library of JavaCAN (" + where + ") does not load; set -D" + LIBRARY_PATH
                        + " to libjavacan-core.so of this machine's processor",
                cause);
    }

    static BusException congested(String bus, IOException cause) {
        return new BusException(
                BusErrors.BUS_CONGESTED,
                bus + " does not take frames: its send queue stayed full for 2 s. Is anybody else on the bus, and is"
                        + " the bit rate right?",
                cause);
    }

    static BusException down(String bus, Throwable cause) {
        return new BusException(
                BusErrors.BUS_DOWN, bus + " is down. Bring it up (ip link set " + bus + " up) and ask again.", cause);
    }

    static BusException notToBeSent(String bus) {
        return new BusException(
                BusErrors.BUS_UNFIT, bus + ": an error frame is what a controller reports; nobody can send it");
    }

    static BusException missing(String bus, Throwable cause) {
        List<String> present = NetworkInterfaces.can();
        return new BusException(
                BusErrors.BUS_MISSING,
                "there is no CAN interface '" + bus + "'; "
                        + (present.isEmpty()
                                ? "this machine has none at the moment"
                                : "there are: " + String.join(", ", present)),
                cause);
    }
}
