package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.isotp.IsoTpException.Fault;
import java.util.Arrays;
import java.util.List;

/**
 * Puts one sender's frames together (ISO 15765-2, 9.6). It knows nothing of time or buses: a frame goes in, and what
 * is to be done comes out. A message is either whole and right or it is a fault; after a fault, what is left of the
 * message is ignored.
 */
final class Reassembly {
    /** What a frame led to. */
    enum Outcome {
        /** Not part of any message, or not meant for a receiver. */
        IGNORED,
        /** Taken; more is to come. */
        TAKEN,
        /** Taken; the sender waits for our flow control. */
        SEND_CONTINUE,
        /** Refused, see {@link #fault()}; the sender is to be told of the overflow. */
        SEND_OVERFLOW,
        /** The message is whole. */
        COMPLETE,
        /** The message is lost, see {@link #fault()}. */
        BROKEN
    }

    /** What consecutive frames have at least, but for the last; a shorter first frame does not change that. */
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

    /** Between a first frame and the last consecutive one. */
    boolean isUnderWay() {
        return buffer != null && filled < length;
    }

    Outcome accept(CanFrame frame) {
        if (!frame.isData() || frame.length() <= prefix) {
            return Outcome.IGNORED;
        }
        return switch (Pci.kind(frame, prefix)) {
            case Pci.SINGLE -> single(frame);
            case Pci.FIRST -> first(frame);
            case Pci.CONSECUTIVE -> consecutive(frame);
            default -> Outcome.IGNORED;
        };
    }

    private Outcome single(CanFrame frame) {
        int start = prefix + 1;
        int announced = frame.at(prefix) & 0xF;
        if (announced == 0 && frame.length() > 8) { // CAN FD: the length is in the next byte
            announced = frame.at(prefix + 1);
            start++;
        }
        if (announced == 0 || announced > frame.length() - start) {
            return Outcome.IGNORED;
        }
        begin(announced, frame);
        take(frame, start);
        return Outcome.COMPLETE;
    }

    private Outcome first(CanFrame frame) {
        int start = prefix + 2;
        if (frame.length() <= start) { // the standard wants eight bytes (9.6.3.2); a Toyota's ECU sends seven
            return Outcome.IGNORED;
        }
        long announced = (frame.at(prefix) & 0xF) << 8 | frame.at(prefix + 1);
        if (announced == 0) {
            if (frame.length() <= start + 4) {
                return Outcome.IGNORED;
            }
            announced = (long) frame.at(start) << 24
                    | frame.at(start + 1) << 16
                    | frame.at(start + 2) << 8
                    | frame.at(start + 3);
            start += 4;
        }
        if (announced <= frame.length() - start) {
            return Outcome.IGNORED; // a first frame that needs no second is none (9.6.3.1)
        }
        if (announced > maxLength) {
            abandon();
            fault = new IsoTpException(
                    Fault.TOO_LONG,
                    "an answer of " + announced + " bytes was announced; at most " + maxLength + " are taken");
            return Outcome.SEND_OVERFLOW;
        }
        begin((int) announced, frame);
        take(frame, start);
        return Outcome.SEND_CONTINUE;
    }

    private Outcome consecutive(CanFrame frame) {
        if (!isUnderWay()) {
            return Outcome.IGNORED;
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
        int held = frame.length() - prefix - 1;
        if (held < Math.min(length - filled, frameLength - prefix - 1)) {
            return broken(
                    Fault.UNEXPECTED_FRAME,
                    "a consecutive frame was too short: " + held + " bytes at byte " + filled + " of " + length);
        }
        frames.append(frame);
        take(frame, prefix + 1);
        nextSequence = nextSequence + 1 & 0xF;
        if (filled == length) {
            return Outcome.COMPLETE;
        }
        if (blockSize != 0 && --leftInBlock == 0) {
            leftInBlock = blockSize;
            return Outcome.SEND_CONTINUE;
        }
        return Outcome.TAKEN;
    }

    /** What was under way from this sender is lost by its own doing: it began anew (9.8.3). */
    private void begin(int announced, CanFrame frame) {
        length = announced;
        filled = 0;
        frameLength = Math.max(CLASSIC_LENGTH, frame.length());
        buffer = new byte[Math.min(announced, FIRST_BUFFER)]; // what is announced is believed when it has come
        nextSequence = 1;
        leftInBlock = blockSize;
        fault = null;
        frames = new MessageFrames(frame, frameLength);
    }

    private void take(CanFrame frame, int start) {
        int count = Math.min(frame.length() - start, length - filled);
        if (filled + count > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(length, Math.max(buffer.length * 2, filled + count)));
        }
        frame.copyData(start, buffer, filled, count);
        filled += count;
    }

    private Outcome broken(Fault kind, String message) {
        fault = new IsoTpException(kind, message);
        abandon();
        return Outcome.BROKEN;
    }

    /** The next consecutive frame did not come in time. */
    IsoTpException timeOut() {
        return missing("the answer broke off: " + filled + " of " + length + " bytes came, and then nothing in time");
    }

    /** The exchange may not last longer. */
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

    /** Why the message under way was lost; null where the last frame was no reason to lose one. */
    IsoTpException fault() {
        return fault;
    }

    /** The whole message, once. */
    byte[] takePayload() {
        byte[] whole = buffer.length == length ? buffer : Arrays.copyOf(buffer, length);
        buffer = null;
        return whole;
    }

    /** Those of the whole message. */
    List<CanFrame> frames() {
        return frames.whole();
    }

    /** Bytes that the message under way is to have. */
    int announced() {
        return isUnderWay() ? length : 0;
    }
}
