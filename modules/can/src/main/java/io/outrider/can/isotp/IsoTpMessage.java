package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.List;

/**
 * A message, whole.
 *
 * @param source the id of the side it came from
 * @param payload its bytes; the array is the receiver's to keep and nobody's to change
 * @param frames the frames that made it, in order, without flow control and time stamps
 */
public record IsoTpMessage(CanId source, byte[] payload, List<CanFrame> frames) {
    private static final int OBJECTS = 200;

    /** Bytes of memory that it takes, at the most. */
    public int weight() {
        return OBJECTS + 3 * payload.length; // the frames have not twice the bytes of the payload
    }
}
