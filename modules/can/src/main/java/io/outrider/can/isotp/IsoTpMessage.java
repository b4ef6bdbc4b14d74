package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.List;

/**
 * A message, whole.
 *
 * @param source the id of the side it came from
 * @param payload its bytes; the array is the receiver's to keep and nobody's to change
 * @param frames the frames that made it, in order, without flow control
 */
public record IsoTpMessage(CanId source, byte[] payload, List<CanFrame> frames) {}
