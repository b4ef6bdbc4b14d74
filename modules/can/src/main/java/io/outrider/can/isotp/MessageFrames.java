package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * Frames of one message, stored as bytes and decoded on access: as objects they would take ten times the memory of the
 * message. No timestamps. One thread until the message is complete, then any.
 */
final class MessageFrames extends AbstractList<CanFrame> implements RandomAccess {
    private static final CanFrame.Kind[] KINDS = CanFrame.Kind.values();

    private final CanId id;
    private final int firstLength;
    private final int frameLength;
    private byte[] bytes; // per frame its kind and its data
    private int filled;
    private int count;

    /** @param frameLength bytes of all other frames but the last, which may be shorter */
    MessageFrames(CanFrame first, int frameLength) {
        this.id = first.id();
        this.firstLength = first.length();
        this.frameLength = frameLength;
        this.bytes = new byte[1 + firstLength];
        append(first);
    }

    void append(CanFrame frame) {
        int end = filled + 1 + frame.length();
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
        }
        bytes[filled] = (byte) frame.kind().ordinal();
        frame.copyData(0, bytes, filled + 1, frame.length());
        filled = end;
        count++;
    }

    /** Ends the message and trims the memory. */
    MessageFrames complete() {
        if (filled < bytes.length) {
            bytes = Arrays.copyOf(bytes, filled);
        }
        return this;
    }

    @Override
    public CanFrame get(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException(index);
        }
        int start = index == 0 ? 0 : 1 + firstLength + (index - 1) * (1 + frameLength);
        int length = index == 0 ? firstLength : Math.min(frameLength, filled - start - 1);
        byte[] data = Arrays.copyOfRange(bytes, start + 1, start + 1 + length);
        CanFrame.Kind kind = KINDS[bytes[start]];
        return kind == CanFrame.Kind.CLASSIC
                ? CanFrame.of(id, data)
                : CanFrame.fd(id, kind == CanFrame.Kind.FD_BRS, data);
    }

    @Override
    public int size() {
        return count;
    }
}
