package io.outrider.can;

import java.nio.ByteBuffer;
import java.time.Instant;
import tel.schich.javacan.RawReceiveMessageHeaderBuffer;

/**
 * Codec of the kernel's {@code struct can_frame} and {@code canfd_frame} (linux/can.h): 4 bytes id with flags in native
 * order, length, FD flags, two reserved bytes, data.
 */
final class RawFrames {
    private static final int EFF_FLAG = 0x80000000;
    private static final int RTR_FLAG = 0x40000000;
    private static final int ERR_FLAG = 0x20000000;
    private static final int FD_FLAG_BRS = 0x01;
    private static final int HEADER = 8;
    private static final int CLASSIC_SIZE = 16;
    private static final int FD_SIZE = 72;

    private RawFrames() {}

    /** Decodes the flipped buffer; null if it holds no valid frame. */
    static CanFrame read(ByteBuffer buffer, long stampMicros) {
        int size = buffer.limit();
        if (size != CLASSIC_SIZE && size != FD_SIZE) {
            return null;
        }
        int word = buffer.getInt(0);
        int length = buffer.get(4) & 0xFF;
        if (length > size - HEADER) {
            return null;
        }
        boolean extended = (word & EFF_FLAG) != 0;
        int id = word & (extended ? CanId.MAX_EXTENDED : CanId.MAX_BASE);
        if ((word & ERR_FLAG) != 0) {
            return new CanFrame(
                    CanFrame.Kind.ERROR, word & CanId.MAX_EXTENDED, false, 8, bytes(buffer, 8), stampMicros);
        }
        if ((word & RTR_FLAG) != 0) {
            return new CanFrame(CanFrame.Kind.REMOTE, id, extended, length, bytes(buffer, 0), stampMicros);
        }
        return new CanFrame(kind(buffer, size), id, extended, length, bytes(buffer, length), stampMicros);
    }

    private static CanFrame.Kind kind(ByteBuffer buffer, int size) {
        if (size == CLASSIC_SIZE) {
            return CanFrame.Kind.CLASSIC;
        }
        return (buffer.get(5) & FD_FLAG_BRS) != 0 ? CanFrame.Kind.FD_BRS : CanFrame.Kind.FD;
    }

    private static byte[] bytes(ByteBuffer buffer, int length) {
        byte[] data = new byte[length];
        buffer.get(HEADER, data);
        return data;
    }

    static void write(CanFrame frame, ByteBuffer buffer) {
        buffer.clear();
        int word = frame.idValue() | (frame.isExtended() ? EFF_FLAG : 0);
        if (frame.kind() == CanFrame.Kind.REMOTE) {
            word |= RTR_FLAG;
        } else if (frame.kind() == CanFrame.Kind.ERROR) {
            word |= ERR_FLAG;
        }
        buffer.putInt(word);
        buffer.put((byte) frame.length());
        buffer.put((byte) (frame.kind() == CanFrame.Kind.FD_BRS ? FD_FLAG_BRS : 0));
        buffer.putShort((short) 0);
        int size = frame.isFd() ? FD_SIZE : CLASSIC_SIZE;
        int held = frame.kind() == CanFrame.Kind.REMOTE ? 0 : frame.length();
        for (int i = 0; i < size - HEADER; i++) {
            buffer.put((byte) (i < held ? frame.at(i) : 0));
        }
        buffer.flip();
    }

    static long stampMicros(RawReceiveMessageHeaderBuffer header) {
        Instant stamp = header.getSoftwareTimestamp();
        return stamp.getEpochSecond() * 1_000_000 + stamp.getNano() / 1_000;
    }

    /** Filter in the kernel's form; its mask includes the width and remote flags, so that remote frames never pass. */
    static tel.schich.javacan.CanFilter filter(CanFilter filter) {
        int id = filter.id().value() | (filter.id().extended() ? EFF_FLAG : 0);
        return new tel.schich.javacan.CanFilter(id, filter.mask() | EFF_FLAG | RTR_FLAG);
    }
}
