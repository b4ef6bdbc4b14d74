package io.outrider.can.isotp;

/** Failed transfer of a message. The names in parentheses are those of ISO 15765-2, 8.3.7. */
public final class IsoTpException extends Exception {
    private static final long serialVersionUID = 1L;

    public enum Fault {
        /** No flow control for our first frame, or for a block, in time (N_TIMEOUT_Bs). */
        NO_FLOW_CONTROL,
        /** The receiver cannot take a message of this length (N_BUFFER_OVFLW). */
        OVERFLOW,
        /** Flow status that the standard does not define (N_INVALID_FS). */
        INVALID_FLOW_STATUS,
        /** The receiver requested more waits than allowed (N_WFT_OVRN). */
        TOO_MANY_WAITS,
        /** The receiver's pauses and waits exceeded the time limit of the message. */
        TOO_SLOW,
        /** No consecutive frame in time (N_TIMEOUT_Cr). */
        FRAMES_MISSING,
        /** A consecutive frame is lost, doubled or out of order (N_WRONG_SN). */
        WRONG_SEQUENCE,
        /** A consecutive frame is too short for its position (N_UNEXP_PDU). */
        UNEXPECTED_FRAME,
        /** The message is longer than our limit, or than this addressing can send. */
        TOO_LONG,
        /** The flow control id of this sender is unknown. */
        NO_ROUTE
    }

    private final Fault fault;

    public IsoTpException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
