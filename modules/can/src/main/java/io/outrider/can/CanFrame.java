package io.outrider.can;

import java.util.Arrays;
import java.util.HexFormat;

/** CAN frame. Immutable; the id is an int, so that a frame read from the bus is only two small objects. */
public final class CanFrame {
    public enum Kind {
        CLASSIC,
        REMOTE,
        /** CAN FD data, up to 64 bytes at one bit rate. */
        FD,
        /** CAN FD data with the faster second bit rate. */
        FD_BRS,
        /** Error frame of the controller (linux/can/error.h); the id is the class mask. */
        ERROR
    }

    public static final long NO_STAMP = 0;

    public static final int MAX_FD = 64;

    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] NOTHING = {};

    private final Kind kind;
    private final int id;
    private final boolean extended;
    private final int length;
    private final byte[] data;
    private final long stampMicros;

    /** Takes ownership of {@code data}. */
    CanFrame(Kind kind, int id, boolean extended, int length, byte[] data, long stampMicros) {
        this.kind = kind;
        this.id = id;
        this.extended = extended;
        this.length = length;
        this.data = data;
        this.stampMicros = stampMicros;
    }

    public static CanFrame of(CanId id, byte... data) {
        return checked(Kind.CLASSIC, id, data, 8);
    }

    /** CAN FD frame of up to 64 bytes. The length must be one that FD can carry. */
    public static CanFrame fd(CanId id, boolean bitRateSwitch, byte... data) {
        if (data.length <= MAX_FD && fdLength(data.length) != data.length) {
            throw new IllegalArgumentException("a CAN FD frame cannot carry exactly " + data.length + " bytes");
        }
        return checked(bitRateSwitch ? Kind.FD_BRS : Kind.FD, id, data, MAX_FD);
    }

    public static CanFrame remote(CanId id, int length) {
        if (length < 0 || length > 8) {
            throw new IllegalArgumentException("a remote frame asks for 0 to 8 bytes, not " + length);
        }
        return new CanFrame(Kind.REMOTE, id.value(), id.extended(), length, NOTHING, NO_STAMP);
    }

    /** Error frame; the mask is that of linux/can/error.h without the error flag itself. */
    public static CanFrame error(int classMask, byte... data) {
        return new CanFrame(Kind.ERROR, classMask & CanId.MAX_EXTENDED, false, 8, Arrays.copyOf(data, 8), NO_STAMP);
    }

    /** Smallest length of a CAN FD frame (ISO 11898-1, data length codes) of at least {@code bytes}, 0 to 64. */
    public static int fdLength(int bytes) {
        if (bytes < 0 || bytes > MAX_FD) {
            throw new IllegalArgumentException("a CAN FD frame carries up to 64 bytes, not " + bytes);
        }
        if (bytes <= 8) {
            return bytes;
        }
        if (bytes <= 24) {
            return (bytes + 3) / 4 * 4;
        }
        return bytes <= 32 ? 32 : bytes <= 48 ? 48 : 64;
    }

    private static CanFrame checked(Kind kind, CanId id, byte[] data, int max) {
        if (data.length > max) {
            throw new IllegalArgumentException("a frame carries up to " + max + " bytes, not " + data.length);
        }
        return new CanFrame(kind, id.value(), id.extended(), data.length, data.clone(), NO_STAMP);
    }

    public CanFrame at(long stampMicros) {
        return new CanFrame(kind, id, extended, length, data, stampMicros);
    }

    public Kind kind() {
        return kind;
    }

    public boolean isData() {
        return kind != Kind.REMOTE && kind != Kind.ERROR;
    }

    public boolean isFd() {
        return kind == Kind.FD || kind == Kind.FD_BRS;
    }

    public CanId id() {
        return new CanId(id, extended);
    }

    /** Id without its width; of an error frame, the class mask. */
    public int idValue() {
        return id;
    }

    public boolean isExtended() {
        return extended;
    }

    public boolean hasId(CanId other) {
        return id == other.value() && extended == other.extended() && kind != Kind.ERROR;
    }

    public int length() {
        return length;
    }

    public int at(int index) {
        return data[index] & 0xFF;
    }

    public void copyData(int from, byte[] to, int at, int count) {
        System.arraycopy(data, from, to, at, count);
    }

    public byte[] data() {
        return data.clone();
    }

    public long stampMicros() {
        return stampMicros;
    }

    /** Id and data as lower-case hexadecimal digits without a separator: {@code 7e804410c0fa0}. */
    public String hex() {
        String digits = HEX.toHexDigits(id);
        return (extended ? digits : digits.substring(5)) + HEX.formatHex(data);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CanFrame frame
                && kind == frame.kind
                && id == frame.id
                && extended == frame.extended
                && length == frame.length
                && Arrays.equals(data, frame.data);
    }

    @Override
    public int hashCode() {
        return 31 * id + Arrays.hashCode(data);
    }

    @Override
    public String toString() {
        return Candump.frameText(this);
    }
}
