package io.outrider.agent.runtime.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Value in a slot of a preallocated file: number (8 bytes), length (4), CRC32C of number and value (4), value. */
public record SlotValue(long number, byte[] value) {
    /** Bytes before the value. */
    public static final int HEADER = Long.BYTES + 2 * Integer.BYTES;

    /** @return null if the slot holds no intact value */
    public static SlotValue of(byte[] slot) {
        if (slot.length < HEADER) {
            return null;
        }
        ByteBuffer from = ByteBuffer.wrap(slot);
        long number = from.getLong();
        int length = from.getInt();
        int checksum = from.getInt();
        if (length < 1 || length > slot.length - HEADER) {
            return null;
        }
        SlotValue read = new SlotValue(number, Arrays.copyOfRange(slot, HEADER, HEADER + length));
        return read.checksum() == checksum ? read : null;
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(HEADER + value.length)
                .putLong(number)
                .putInt(value.length)
                .putInt(checksum())
                .put(value)
                .array();
    }

    private int checksum() {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
        crc.update(value);
        return (int) crc.getValue();
    }
}
