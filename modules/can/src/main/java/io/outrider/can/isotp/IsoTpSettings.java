package io.outrider.can.isotp;

import io.outrider.api.Range;
import io.outrider.can.CanFrame;
import java.util.concurrent.TimeUnit;

/**
 * ISO-TP parameters of this side.
 *
 * @param padding fill byte of frames shorter than 8 bytes, 0 to 255, or {@link #UNPADDED}
 * @param blockSize consecutive frames per flow control of ours, 0 to 255; 0 for all
 * @param separationTime our STmin byte: 0 to 7F milliseconds, F1 to F9 for 100 to 900 µs
 * @param flowControlNanos N_Bs: time-out for the other side's flow control
 * @param consecutiveNanos N_Cr: time-out for the next consecutive frame
 * @param waitFrames N_WFTmax: limit of consecutive WAITs of the other side, 0 to 255
 * @param maxLength limit of a received message in bytes; a longer one is answered with an overflow
 * @param frameLength data bytes of the frames we send: 8, or for CAN FD 12, 16, 20, 24, 32, 48 or 64
 */
public record IsoTpSettings(
        int padding,
        int blockSize,
        int separationTime,
        long flowControlNanos,
        long consecutiveNanos,
        int waitFrames,
        int maxLength,
        int frameLength) {
    public static final int UNPADDED = -1;

    /** Padding 00 as AutoPi, no blocks or separation time, time-outs of ISO 15765-2 table 16. */
    public static final IsoTpSettings DEFAULT =
            new IsoTpSettings(0x00, 0, 0, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(1), 16, 256 * 1024, 8);

    public IsoTpSettings {
        Range.check("padding", padding, UNPADDED, 255);
        Range.check("block size", blockSize, 0, 255);
        Range.check("separation time", separationTime, 0, 255);
        Range.check("longest message", maxLength, 8, Integer.MAX_VALUE);
        Range.check("frame length", frameLength, 8, CanFrame.MAX_FD);
        if (CanFrame.fdLength(frameLength) != frameLength) {
            throw new IllegalArgumentException("frame length: a CAN FD frame cannot have exactly " + frameLength
                    + " bytes, but 8, 12, 16, 20, 24, 32, 48 or 64");
        }
        Range.check("wait frames", waitFrames, 0, 255);
        if (flowControlNanos <= 0 || consecutiveNanos <= 0) {
            throw new IllegalArgumentException("the time-outs of ISO-TP must be longer than nothing");
        }
    }

    public IsoTpSettings withPadding(int padding) {
        return with(padding, blockSize, separationTime, frameLength);
    }

    public IsoTpSettings withFlowControl(int blockSize, int separationTime) {
        return with(padding, blockSize, separationTime, frameLength);
    }

    public IsoTpSettings withFrameLength(int frameLength) {
        return with(padding, blockSize, separationTime, frameLength);
    }

    private IsoTpSettings with(int padding, int blockSize, int separationTime, int frameLength) {
        return new IsoTpSettings(
                padding,
                blockSize,
                separationTime,
                flowControlNanos,
                consecutiveNanos,
                waitFrames,
                maxLength,
                frameLength);
    }
}
