package io.outrider.can;

/** CAN identifier: 0 to 7FF with 11 bits, 0 to 1FFFFFFF with 29 (extended). */
public record CanId(int value, boolean extended) implements Comparable<CanId> {
    public static final int MAX_BASE = 0x7FF;
    public static final int MAX_EXTENDED = 0x1FFFFFFF;

    public CanId {
        if (value < 0 || value > (extended ? MAX_EXTENDED : MAX_BASE)) {
            throw new IllegalArgumentException(
                    "a CAN id of " + (extended ? 29 : 11) + " bits is not " + Integer.toHexString(value));
        }
    }

    public static CanId base(int value) {
        return new CanId(value, false);
    }

    public static CanId extended(int value) {
        return new CanId(value, true);
    }

    /** Parses the usual hexadecimal form: up to three digits are an 11-bit id, more a 29-bit one. */
    public static CanId parse(String text) {
        if (!text.matches("[0-9A-Fa-f]{1,8}")) {
            throw new IllegalArgumentException("'" + text + "' is not a CAN id: write 1 to 8 hexadecimal digits");
        }
        return new CanId(Integer.parseUnsignedInt(text, 16), text.length() > 3);
    }

    /** Mask with all bits of the width. */
    public int fullMask() {
        return extended ? MAX_EXTENDED : MAX_BASE;
    }

    @Override
    public int compareTo(CanId other) {
        int byWidth = Boolean.compare(extended, other.extended);
        return byWidth != 0 ? byWidth : Integer.compare(value, other.value);
    }

    /** Three or eight lower-case hexadecimal digits. */
    @Override
    public String toString() {
        return String.format(extended ? "%08x" : "%03x", value);
    }
}
