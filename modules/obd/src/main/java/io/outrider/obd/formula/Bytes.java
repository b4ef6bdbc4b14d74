package io.outrider.obd.formula;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** View of bytes: Python's bytes or bytearray, which differ only in printing and in the results of operators. */
final class Bytes {
    private final byte[] array;
    private final int from;
    final int length;
    /** A bytearray: what a message's data is. */
    final boolean mutable;
    /** A slice that would have held something had the data been longer. */
    final boolean outside;

    private Bytes(byte[] array, int from, int length, boolean mutable, boolean outside) {
        this.array = array;
        this.from = from;
        this.length = length;
        this.mutable = mutable;
        this.outside = outside;
    }

    static Bytes data(byte[] array) {
        return new Bytes(array, 0, array.length, true, false);
    }

    static Bytes of(byte[] array) {
        return new Bytes(array, 0, array.length, false, false);
    }

    /** One char per byte. */
    static Bytes latin1(String text, boolean mutable) {
        return of(text.getBytes(StandardCharsets.ISO_8859_1)).as(mutable);
    }

    String latin1() {
        return new String(array, from, length, StandardCharsets.ISO_8859_1);
    }

    int at(int index) {
        return array[from + index] & 0xFF;
    }

    Bytes view(int start, int count, boolean beyond) {
        return new Bytes(array, from + start, count, mutable, beyond);
    }

    Bytes as(boolean otherMutable) {
        return new Bytes(array, from, length, otherMutable, outside);
    }

    byte[] copy() {
        return Arrays.copyOfRange(array, from, from + length);
    }

    /** Big-endian and unsigned, of at most 8 bytes whose first is below 128 if there are 8. */
    long unsigned(int start, int count) {
        long value = 0;
        for (int i = from + start, end = i + count; i < end; i++) {
            value = value << 8 | array[i] & 0xFF;
        }
        return value;
    }

    int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, from, from + length, other.array, other.from, other.from + other.length);
    }

    String type() {
        return mutable ? "bytearray" : "bytes";
    }
}
