package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.List;

/**
 * Complete ISO-TP message.
 *
 * @param payload owned by the receiver, not modified afterwards
 * @param frames the frames of the message in order, without flow control and timestamps
 */
public record IsoTpMessage(CanId source, byte[] payload, List<CanFrame> frames) implements IsoTpLink.Reception {
    private static final int OBJECTS = 200;

    /** Upper bound of its memory in bytes. */
    public int weight() {
        return OBJECTS + 3 * payload.length; // the frames have less than twice the bytes of the payload
    }
}
