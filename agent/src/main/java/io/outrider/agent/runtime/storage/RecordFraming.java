package io.outrider.agent.runtime.storage;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Record framing: length (4 bytes), CRC32C of length and payload (4), payload; big endian. */
final class RecordFraming {
    static final int HEADER = 8;

    private RecordFraming() {}

    static void put(ByteBuffer into, byte[] payload) {
        into.putInt(payload.length).putInt(checksum(payload.length, payload, 0)).put(payload);
    }

    /** @return the payload length of the record at this offset; -1 if there is no intact one */
    static int lengthAt(byte[] bytes, int offset) {
        int length = declaredLengthAt(bytes, offset);
        if (length < 0) {
            return -1;
        }
        int stored =
                ByteBuffer.wrap(bytes, offset + Integer.BYTES, Integer.BYTES).getInt();
        return stored == checksum(length, bytes, offset + HEADER) ? length : -1;
    }

    /** @return the payload length declared at this offset; -1 if it is impossible */
    static int declaredLengthAt(byte[] bytes, int offset) {
        if (offset + HEADER > bytes.length) {
            return -1;
        }
        int length = ByteBuffer.wrap(bytes, offset, Integer.BYTES).getInt();
        return length < 1 || length > SegmentedLog.MAX_RECORD_BYTES || length > bytes.length - offset - HEADER
                ? -1
                : length;
    }

    /** Covers the length, so that a wrong length whose bytes happen to match is rejected. */
    private static int checksum(int length, byte[] bytes, int offset) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(4).putInt(0, length));
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
