package io.outrider.bench.car.ecu;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Encoders of numbers as bytes, most significant first, limited to the range of the type. */
final class Encode {
    private Encode() {}

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] u8(double value) {
        return bytes((int) within(value, 0, 0xFF));
    }

    static byte[] u16(double value) {
        return ByteBuffer.allocate(2).putShort((short) within(value, 0, 0xFFFF)).array();
    }

    static byte[] u32(double value) {
        return ByteBuffer.allocate(4)
                .putInt((int) within(value, 0, 0xFFFF_FFFFL))
                .array();
    }

    static byte[] s16(double value) {
        return ByteBuffer.allocate(2)
                .putShort((short) within(value, Short.MIN_VALUE, Short.MAX_VALUE))
                .array();
    }

    static byte[] s32(double value) {
        return ByteBuffer.allocate(4)
                .putInt((int) within(value, Integer.MIN_VALUE, Integer.MAX_VALUE))
                .array();
    }

    /** 0 to 100 % on 0 to 255. */
    static byte[] percent(double value) {
        return u8(value * 255 / 100);
    }

    /** -40 to 215 °C on 0 to 255. */
    static byte[] celsius(double value) {
        return u8(value + 40);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static long within(double value, long least, long most) {
        return Math.max(least, Math.min(most, Math.round(value)));
    }
}
