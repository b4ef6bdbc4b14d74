package io.outrider.can;

/**
 * Receive filter: passes data frames of the same width whose id equals the given one in all bits of the mask. Remote
 * frames never pass; error frames are not filtered.
 *
 * @param mask the compared bits, within the width of the id
 */
public record CanFilter(CanId id, int mask) {
    public CanFilter {
        mask &= id.fullMask();
    }

    /** Filter of one id, which the kernel handles on a fast path. */
    public static CanFilter exact(CanId id) {
        return new CanFilter(id, id.fullMask());
    }

    public boolean isExact() {
        return mask == id.fullMask();
    }

    public boolean accepts(CanFrame frame) {
        return frame.isData() && accepts(frame.idValue(), frame.isExtended());
    }

    public boolean accepts(CanId other) {
        return accepts(other.value(), other.extended());
    }

    private boolean accepts(int value, boolean extended) {
        return extended == id.extended() && ((value ^ id.value()) & mask) == 0;
    }

    @Override
    public String toString() {
        return id + "," + String.format(id.extended() ? "%08x" : "%03x", mask);
    }
}
