package io.outrider.can.isotp;

import java.util.Objects;

/** A message did not get through whole. The names in parentheses are those of ISO 15765-2, 8.3.7. */
public final class IsoTpException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Fault {
        /** The other side did not answer our first frame, or a block, in time (N_TIMEOUT_Bs). */
        NO_FLOW_CONTROL,
        /** The other side cannot take a message of this length (N_BUFFER_OVFLW). */
        OVERFLOW,
        /** A flow status that the standard does not know (N_INVALID_FS). */
        INVALID_FLOW_STATUS,
        /** The other side asked us to wait too often (N_WFT_OVRN). */
        TOO_MANY_WAITS,
        /** The other side's pauses and waits were longer than the time that was set for the message. */
        TOO_SLOW,
        /** The next consecutive frame did not come in time (N_TIMEOUT_Cr). */
        FRAMES_MISSING,
        /** A consecutive frame was lost, doubled or out of order (N_WRONG_SN). */
        WRONG_SEQUENCE,
        /** A consecutive frame was too short for its place (N_UNEXP_PDU). */
        UNEXPECTED_FRAME,
        /** The message is longer than we take, or than can be sent this way. */
        TOO_LONG,
        /** Nobody said where flow control for this id has to go. */
        NO_ROUTE
    }

    private final Fault fault;

    public IsoTpException(Fault fault, String message) {
        super(message);
        this.fault = Objects.requireNonNull(fault);
    }

    public Fault fault() {
        return fault;
    }
}
