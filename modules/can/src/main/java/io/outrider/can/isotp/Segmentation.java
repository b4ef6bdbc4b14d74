package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.Arrays;

/** Segmentation of one message into successive frames (ISO 15765-2, 9.6). */
final class Segmentation {
    private final CanId id;
    private final int target;
    private final IsoTpSettings settings;
    private final byte[] payload;
    private int sent;
    private int sequence = 1;

    Segmentation(CanId id, int target, IsoTpSettings settings, byte[] payload) {
        this.id = id;
        this.target = target;
        this.settings = settings;
        this.payload = payload;
    }

    boolean fitsOneFrame() {
        return payload.length <= settings.frameLength() - prefix() - (needsEscape() ? 2 : 1);
    }

    private boolean needsEscape() {
        return payload.length > 7 - prefix(); // CAN FD: longer than the short form of a single frame allows
    }

    private int prefix() {
        return target == IsoTpAddress.NONE ? 0 : 1;
    }

    CanFrame single() {
        return needsEscape() ? frame(payload.length, 0, payload.length) : frame(payload.length, payload.length);
    }

    CanFrame first() {
        int length = payload.length;
        if (length <= Pci.MAX_SHORT_LENGTH) {
            return frame(Math.min(length, settings.frameLength() - prefix() - 2), Pci.FIRST << 4 | length >> 8, length);
        }
        return frame(
                settings.frameLength() - prefix() - 6,
                Pci.FIRST << 4,
                0,
                length >> 24,
                length >> 16,
                length >> 8,
                length);
    }

    CanFrame next() {
        int count = Math.min(payload.length - sent, settings.frameLength() - prefix() - 1);
        CanFrame frame = frame(count, Pci.CONSECUTIVE << 4 | sequence);
        sequence = sequence + 1 & 0xF;
        return frame;
    }

    boolean isDone() {
        return sent == payload.length;
    }

    int sent() {
        return sent;
    }

    int length() {
        return payload.length;
    }

    private CanFrame frame(int count, int... control) {
        byte[] data = new byte[prefix() + control.length + count];
        int at = start(data, control);
        System.arraycopy(payload, sent, data, at, count);
        sent += count;
        return build(data);
    }

    /** Builds a flow control frame; independent of the message. */
    CanFrame flowControl(int status) {
        byte[] data = new byte[prefix() + 3];
        start(data, Pci.FLOW_CONTROL << 4 | status, settings.blockSize(), settings.separationTime());
        return build(data);
    }

    private int start(byte[] data, int... control) {
        int at = 0;
        if (target != IsoTpAddress.NONE) {
            data[at++] = (byte) target;
        }
        for (int each : control) {
            data[at++] = (byte) each;
        }
        return at;
    }

    private CanFrame build(byte[] data) {
        int minimum = settings.padding() == IsoTpSettings.UNPADDED ? data.length : Math.max(8, data.length);
        int length = settings.frameLength() > 8 ? CanFrame.fdLength(minimum) : minimum;
        if (length > data.length) {
            byte[] padded = Arrays.copyOf(data, length);
            Arrays.fill(padded, data.length, length, (byte) Math.max(0, settings.padding()));
            data = padded;
        }
        return settings.frameLength() > 8 ? CanFrame.fd(id, true, data) : CanFrame.of(id, data);
    }
}
