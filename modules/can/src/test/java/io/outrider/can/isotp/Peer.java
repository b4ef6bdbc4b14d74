package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reference implementation of the other side, written independently from the standard: classic frames only, without
 * time limits.
 */
final class Peer {
    private final CanId id;
    private final int ownByte;
    private final int theirByte;
    private final int padding;
    private final int blockSize;
    private final int stMin;
    private final int waits;

    private byte[] outgoing = {};
    private int at;
    private int sequence;
    private final ByteArrayOutputStream incoming = new ByteArrayOutputStream();
    private int announced = -1;
    private int expected;
    private int inBlock;

    /** Extended address bytes and padding: -1 for none. */
    Peer(CanId id, int ownByte, int theirByte, int padding, int blockSize, int stMin, int waits) {
        this.id = id;
        this.ownByte = ownByte;
        this.theirByte = theirByte;
        this.padding = padding;
        this.blockSize = blockSize;
        this.stMin = stMin;
        this.waits = waits;
    }

    /** First or only frame of a message. */
    CanFrame begin(byte[] payload) {
        outgoing = payload;
        int room = 8 - prefix();
        sequence = 1;
        if (payload.length <= room - 1) {
            at = payload.length;
            return frame(new int[] {payload.length}, payload);
        }
        int[] control = payload.length <= 4095
                ? new int[] {0x10 | payload.length >> 8, payload.length & 0xFF}
                : new int[] {
                    0x10,
                    0,
                    payload.length >>> 24,
                    payload.length >> 16 & 0xFF,
                    payload.length >> 8 & 0xFF,
                    payload.length & 0xFF
                };
        at = room - control.length;
        return frame(control, Arrays.copyOf(payload, at));
    }

    /** Processes a frame of the tester and returns the frames sent in response. */
    List<CanFrame> hear(CanFrame frame) {
        byte[] data = frame.data();
        if (prefix() == 1 && (data[0] & 0xFF) != ownByte) {
            return List.of();
        }
        byte[] body = Arrays.copyOfRange(data, prefix(), data.length);
        return switch (body[0] >> 4 & 0xF) {
            case 0 -> single(body);
            case 1 -> first(body);
            case 2 -> consecutive(body);
            default -> block(body[1] & 0xFF);
        };
    }

    private List<CanFrame> single(byte[] body) {
        announced = body[0] & 0xF;
        incoming.reset();
        incoming.write(body, 1, announced);
        return List.of();
    }

    private List<CanFrame> first(byte[] body) {
        announced = (body[0] & 0xF) << 8 | body[1] & 0xFF;
        int from = 2;
        if (announced == 0) {
            announced = (body[2] & 0xFF) << 24 | (body[3] & 0xFF) << 16 | (body[4] & 0xFF) << 8 | body[5] & 0xFF;
            from = 6;
        }
        incoming.reset();
        incoming.write(body, from, body.length - from);
        expected = 1;
        return grant();
    }

    private List<CanFrame> consecutive(byte[] body) {
        if ((body[0] & 0xF) != expected) {
            throw new AssertionError("sequence " + (body[0] & 0xF) + " came, not " + expected);
        }
        expected = expected + 1 & 0xF;
        incoming.write(body, 1, Math.min(body.length - 1, announced - incoming.size()));
        if (incoming.size() < announced && blockSize > 0 && ++inBlock == blockSize) {
            return grant();
        }
        return List.of();
    }

    private List<CanFrame> grant() {
        inBlock = 0;
        List<CanFrame> answers = new ArrayList<>();
        for (int i = 0; i < waits; i++) {
            answers.add(frame(new int[] {0x31, 0, 0}, new byte[0]));
        }
        answers.add(frame(new int[] {0x30, blockSize, stMin}, new byte[0]));
        return answers;
    }

    private List<CanFrame> block(int size) {
        List<CanFrame> frames = new ArrayList<>();
        while (at < outgoing.length && (size == 0 || frames.size() < size)) {
            int count = Math.min(7 - prefix(), outgoing.length - at);
            frames.add(frame(new int[] {0x20 | sequence}, Arrays.copyOfRange(outgoing, at, at + count)));
            at += count;
            sequence = sequence + 1 & 0xF;
        }
        return frames;
    }

    /** Message of the tester, or null while incomplete. */
    byte[] heard() {
        return incoming.size() == announced ? incoming.toByteArray() : null;
    }

    private int prefix() {
        return ownByte < 0 ? 0 : 1;
    }

    private CanFrame frame(int[] control, byte[] data) {
        byte[] bytes = new byte[prefix() + control.length + data.length];
        int i = 0;
        if (prefix() == 1) {
            bytes[i++] = (byte) theirByte;
        }
        for (int each : control) {
            bytes[i++] = (byte) each;
        }
        System.arraycopy(data, 0, bytes, i, data.length);
        if (padding >= 0 && bytes.length < 8) {
            int held = bytes.length;
            bytes = Arrays.copyOf(bytes, 8);
            Arrays.fill(bytes, held, 8, (byte) padding);
        }
        return CanFrame.of(id, bytes);
    }
}
