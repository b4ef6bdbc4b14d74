package io.outrider.can;

/**
 * Lets frames pass whose identifier equals the given one in all bits of the mask, and has the same width. Remote frames
 * never pass; error frames are not the business of filters.
 *
 * @param mask the bits that count, within the width of the id
 */
public record CanFilter(CanId id, int mask) {
    public CanFilter {
        mask &= id.fullMask();
    }

    /** Exactly one id: the form for which the kernel has a fast path. */
    public static CanFilter exact(CanId id) {
        return new CanFilter(id, id.fullMask());
    }

    public boolean isExact() {
        return mask == id.fullMask();
    }

    public boolean accepts(CanFrame frame) {
        return frame.isData() && frame.isExtended() == id.extended() && ((frame.idValue() ^ id.value()) & mask) == 0;
    }

    @Override
    public String toString() {
        return id + "," + String.format(id.extended() ? "%08x" : "%03x", mask);
    }
}
