package io.outrider.agent.runtime.storage;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A record as it lies in a file: length (4 bytes), CRC32C of length and payload (4), payload; big endian. */
final class RecordFraming {
    static final int HEADER = 8;

    private RecordFraming() {}

    static void put(ByteBuffer into, byte[] payload) {
        into.putInt(payload.length).putInt(checksum(payload.length, payload, 0)).put(payload);
    }

    /** @return the length of the payload of the record at this place; -1 if there is no whole and sound one */
    static int lengthAt(byte[] bytes, int offset) {
        int length = toldAt(bytes, offset);
        if (length < 0) {
            return -1;
        }
        int told = ByteBuffer.wrap(bytes, offset + Integer.BYTES, Integer.BYTES).getInt();
        return told == checksum(length, bytes, offset + HEADER) ? length : -1;
    }

    /** @return what would be the length of the payload of a record at this place; -1 if there can be none */
    static int toldAt(byte[] bytes, int offset) {
        if (offset + HEADER > bytes.length) {
            return -1;
        }
        int length = ByteBuffer.wrap(bytes, offset, Integer.BYTES).getInt();
        return length < 1 || length > SegmentedLog.LARGEST || length > bytes.length - offset - HEADER ? -1 : length;
    }

    /** With the length in it, so that a wrong length is not believed because its bytes happen to fit. */
    private static int checksum(int length, byte[] bytes, int offset) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(4).putInt(0, length));
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
