package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Segmenter of a message into frames: a single frame, or a first frame and consecutive ones (ISO 15765-2, 9.6).
 *
 * @param padding byte that fills frames up to 8 bytes, 0 to 255
 */
public record IsoTpSegmenter(EcuAddress address, int padding) {
    private static final int FRAME = 8;
    private static final int LONGEST_SHORT_FORM = 0xFFF;

    public List<CanFrame> segment(byte[] message) {
        if (message.length == 0) {
            throw new IllegalArgumentException("there is no message without bytes");
        }
        int room = FRAME - address.prefix();
        if (message.length < room) {
            return List.of(frame(new int[] {message.length}, message, 0));
        }
        List<CanFrame> frames = new ArrayList<>();
        int[] length = message.length <= LONGEST_SHORT_FORM
                ? new int[] {0x10 | message.length >> 8, message.length}
                : new int[] {0x10, 0, message.length >> 24, message.length >> 16, message.length >> 8, message.length};
        frames.add(frame(length, message, 0));
        int sequence = 1;
        for (int at = room - length.length; at < message.length; at += room - 1) {
            frames.add(frame(new int[] {0x20 | sequence}, message, at));
            sequence = (sequence + 1) % 16;
        }
        return frames;
    }

    /** Flow control frame for the tester. */
    CanFrame flowControl(int status, int blockSize, int separationTime) {
        return frame(new int[] {0x30 | status, blockSize, separationTime}, new byte[0], 0);
    }

    private CanFrame frame(int[] control, byte[] message, int from) {
        byte[] data = new byte[FRAME];
        Arrays.fill(data, (byte) padding);
        int at = 0;
        if (address.prefix() == 1) {
            data[at++] = (byte) address.tester();
        }
        for (int each : control) {
            data[at++] = (byte) each;
        }
        System.arraycopy(message, from, data, at, Math.min(FRAME - at, message.length - from));
        return CanFrame.of(address.response(), data);
    }
}
