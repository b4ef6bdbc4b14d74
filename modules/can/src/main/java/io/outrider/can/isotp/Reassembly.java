package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.isotp.IsoTpException.Fault;
import java.util.Arrays;
import java.util.List;

/**
 * Reassembly of one sender's messages (ISO 15765-2, 9.6), independent of time and bus: it takes a frame and returns the
 * action. A message is either complete and correct or a fault; after a fault the rest of the message is ignored.
 */
final class Reassembly {
    enum FrameEffect {
        /** Not part of a message, or not for a receiver. */
        IGNORED,
        ACCEPTED,
        /** Accepted; the sender waits for flow control. */
        SEND_CONTINUE,
        /** Refused, see {@link #fault()}; the sender has to get an overflow. */
        SEND_OVERFLOW,
        COMPLETE,
        /** The message is lost, see {@link #fault()}. */
        BROKEN
    }

    /** Minimum length of consecutive frames but the last; a shorter first frame does not change it. */
    private static final int CLASSIC_LENGTH = 8;

    private static final int FIRST_BUFFER = 4_096;

    private final int prefix;
    private final int blockSize;
    private final int maxLength;

    private byte[] buffer;
    private int length;
    private int filled;
    private int frameLength;
    private int nextSequence;
    private int leftInBlock;
    private MessageFrames frames;
    private IsoTpException fault;

    Reassembly(int prefix, int blockSize, int maxLength) {
        this.prefix = prefix;
        this.blockSize = blockSize;
        this.maxLength = maxLength;
    }

    /** True between a first frame and the last consecutive one. */
    boolean isIncomplete() {
        return buffer != null && filled < length;
    }

    FrameEffect accept(CanFrame frame) {
        if (!frame.isData() || frame.length() <= prefix) {
            return FrameEffect.IGNORED;
        }
        return switch (Pci.kind(frame, prefix)) {
            case Pci.SINGLE -> single(frame);
            case Pci.FIRST -> first(frame);
            case Pci.CONSECUTIVE -> consecutive(frame);
            default -> FrameEffect.IGNORED;
        };
    }

    private FrameEffect single(CanFrame frame) {
        int start = prefix + 1;
        int announced = frame.at(prefix) & 0xF;
        if (announced == 0 && frame.length() > 8) { // CAN FD: the length is in the next byte
            announced = frame.at(prefix + 1);
            start++;
        }
        if (announced == 0 || announced > frame.length() - start) {
            return FrameEffect.IGNORED;
        }
        begin(announced, frame);
        append(frame, start);
        return FrameEffect.COMPLETE;
    }

    private FrameEffect first(CanFrame frame) {
        int start = prefix + 2;
        if (frame.length() <= start) { // the standard requires eight bytes (9.6.3.2); an ECU of Toyota sends seven
            return FrameEffect.IGNORED;
        }
        long announced = (frame.at(prefix) & 0xF) << 8 | frame.at(prefix + 1);
        if (announced == 0) {
            if (frame.length() <= start + 4) {
                return FrameEffect.IGNORED;
            }
            announced = (long) frame.at(start) << 24
                    | frame.at(start + 1) << 16
                    | frame.at(start + 2) << 8
                    | frame.at(start + 3);
            start += 4;
        }
        if (announced <= frame.length() - start) {
            return FrameEffect.IGNORED; // a first frame whose message fits a single frame is invalid (9.6.3.1)
        }
        if (announced > maxLength) {
            abandon();
            fault = new IsoTpException(
                    Fault.TOO_LONG,
                    "an answer of " + announced + " bytes was announced; at most " + maxLength + " are taken");
            return FrameEffect.SEND_OVERFLOW;
        }
        begin((int) announced, frame);
        append(frame, start);
        return FrameEffect.SEND_CONTINUE;
    }

    private FrameEffect consecutive(CanFrame frame) {
        if (!isIncomplete()) {
            return FrameEffect.IGNORED;
        }
        int sequence = frame.at(prefix) & 0xF;
        if (sequence != nextSequence) {
            return broken(
                    Fault.WRONG_SEQUENCE,
                    "consecutive frame " + nextSequence + " was expected and " + sequence + " came (byte " + filled
                            + " of " + length + "): a frame was lost, doubled or out of order");
        }
        if (frame.length() > frameLength) {
            return broken(
                    Fault.UNEXPECTED_FRAME,
                    "a consecutive frame of " + frame.length() + " bytes came where " + frameLength + " are the most");
        }
        int count = frame.length() - prefix - 1;
        if (count < Math.min(length - filled, frameLength - prefix - 1)) {
            return broken(
                    Fault.UNEXPECTED_FRAME,
                    "a consecutive frame was too short: " + count + " bytes at byte " + filled + " of " + length);
        }
        frames.append(frame);
        append(frame, prefix + 1);
        nextSequence = nextSequence + 1 & 0xF;
        if (filled == length) {
            return FrameEffect.COMPLETE;
        }
        if (blockSize != 0 && --leftInBlock == 0) {
            leftInBlock = blockSize;
            return FrameEffect.SEND_CONTINUE;
        }
        return FrameEffect.ACCEPTED;
    }

    /** A new message replaces the incomplete one of the same sender (9.8.3). */
    private void begin(int announced, CanFrame frame) {
        length = announced;
        filled = 0;
        frameLength = Math.max(CLASSIC_LENGTH, frame.length());
        buffer = new byte[Math.min(announced, FIRST_BUFFER)]; // grown on receipt, not on announcement
        nextSequence = 1;
        leftInBlock = blockSize;
        fault = null;
        frames = new MessageFrames(frame, frameLength);
    }

    private void append(CanFrame frame, int start) {
        int count = Math.min(frame.length() - start, length - filled);
        if (filled + count > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(length, Math.max(buffer.length * 2, filled + count)));
        }
        frame.copyData(start, buffer, filled, count);
        filled += count;
    }

    private FrameEffect broken(Fault kind, String message) {
        fault = new IsoTpException(kind, message);
        abandon();
        return FrameEffect.BROKEN;
    }

    IsoTpException timeOut() {
        return missing("the answer broke off: " + filled + " of " + length + " bytes came, and then nothing in time");
    }

    IsoTpException outOfTime() {
        return missing("the answer came too slowly: " + filled + " of " + length
                + " bytes had come when the time for the exchange was over");
    }

    private IsoTpException missing(String message) {
        abandon();
        return new IsoTpException(Fault.FRAMES_MISSING, message);
    }

    private void abandon() {
        buffer = null;
        frames = null;
    }

    IsoTpException fault() {
        return fault;
    }

    byte[] takePayload() {
        byte[] complete = buffer.length == length ? buffer : Arrays.copyOf(buffer, length);
        buffer = null;
        return complete;
    }

    List<CanFrame> frames() {
        return frames.complete();
    }

    int announced() {
        return isIncomplete() ? length : 0;
    }
}
